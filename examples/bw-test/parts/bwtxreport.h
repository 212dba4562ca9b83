/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwtxreport.h: what scream-bw-test-tx prints */
#ifndef BW_TX_REPORT_H
#define BW_TX_REPORT_H

#include "bwsample.h"
#include "bwtxoptions.h"

/* So often it wants a sample. */
#define BW_TX_REPORT_MS 50

typedef struct _BwTxReport BwTxReport;

BwTxReport *bw_tx_report_new (const BwTxOptions * options);
void bw_tx_report_free (BwTxReport * report);

/* Prints the lines that are due. */
void bw_tx_report_sample (BwTxReport * report, const BwSample * sample);

/* Something happened: one line. */
void bw_tx_report_event (BwTxReport * report, const gchar * name,
    const gchar * text);

/* The summary of the whole run. */
void bw_tx_report_end (BwTxReport * report);

#endif /* BW_TX_REPORT_H */
