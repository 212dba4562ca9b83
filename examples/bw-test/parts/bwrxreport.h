/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwrxreport.h: what scream-bw-test-rx prints */
#ifndef BW_RX_REPORT_H
#define BW_RX_REPORT_H

#include <gst/gst.h>

#include "bwrxoptions.h"
#include "bwwatch.h"

/* So often it wants figures. */
#define BW_RX_REPORT_MS 100

typedef struct _BwRxReport BwRxReport;

BwRxReport *bw_rx_report_new (const BwRxOptions * options);
void bw_rx_report_free (BwRxReport * report);

/* @stats of screamrx at @time, s: prints the lines that are due. */
void bw_rx_report_sample (BwRxReport * report, const GstStructure * stats,
    const BwWatchStats * watch, gdouble time);

/* Something happened: one line, or several. */
void bw_rx_report_event (BwRxReport * report, const gchar * name,
    const gchar * text);

/* The summary of the whole run. */
void bw_rx_report_end (BwRxReport * report);

#endif /* BW_RX_REPORT_H */
