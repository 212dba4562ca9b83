/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* txpipeline.h: an encoder in front of screamtx */
#ifndef TXPIPELINE_H
#define TXPIPELINE_H

#include "tests/check/elements/tx/screamtxtest.h"
#include "pipelinetest.h"

#define H264 "x264enc name=enc tune=zerolatency speed-preset=ultrafast ! " \
    "rtph264pay ! "

void to_state (GstElement * pipeline, GstState state);
void expect_eos (GstElement * pipeline);

#endif /* TXPIPELINE_H */
