/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* scream-scale: many streams in one process
 *
 * Runs one side of many streams, each in a pipeline of its own:
 *   send     screamvideosrc ! screamtx ! udpsink
 *   receive  udpsrc ! screamrx ! fakesink
 * or with other UDP elements that have the same properties, or what --line says.
 * For each line on its standard input it prints a line of JSON with what it has
 * used and counted since it began; it ends when the input does.  The line "pause"
 * pauses all streams first, and their sources.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include <gst/gst.h>
#include <gio/gunixinputstream.h>

/* Bytes of a packet's RTP header */
#define RTP_HEADER 12

#define RECEIVE_CAPS "application/x-rtp,media=video,clock-rate=90000," \
    "encoding-name=X-SCREAM-TEST"

#define LOOP_CONTEXT "gst.scream.Loop"

typedef struct
{
  gboolean receive, without, apart;
  gint count, port, bitrate, framerate, mtu;
  gchar *controller;            /* of screamtx */
  gchar *sink, *source;         /* UDP elements */
  gchar *line;                  /* in place of all these, or NULL */
  gchar *plan;                  /* file */
  gint plan_each;               /* of each so many streams, one is in it */
  gdouble burst;                /* ms */
  gint limited;                 /* number of the stream; -1: none */
  gint limit;                   /* bit/s of its path */
} Options;

typedef struct
{
  GstElement *pipeline;
  GstElement *control;          /* screamtx or screamrx, or NULL */
  GstPad *counted;
  /* Of the streaming thread; the other reads them as they are. */
  guint64 packets, bytes;
} Stream;

typedef struct
{
  Options options;
  GPtrArray *streams;
  GMutex lock;
  GstContext *context;          /* of the first pipeline, for all; its lock */
  GMainLoop *loop;
  FILE *plan;                   /* NULL: none is wanted */
  GQuark planned;               /* on each screamtx that is in the plan */
  gboolean failed;
} Program;

/* ---- streams ---- */

/* The line of the one who measures, of stream @n. */
static gchar *
fill_in (const Options * options, gint n)
{
  const struct
  {
    const gchar *name;
    gint value;
  } words[] = {
    {"{port}", options->port + n},
    {"{port2}", options->port + options->count + n},
    {"{port3}", options->port + 2 * options->count + n},
    {"{bitrate}", options->bitrate},
    {"{framerate}", options->framerate},
    {"{mtu}", options->mtu},
    {"{seed}", n + 1},
  };
  gchar *line = g_strdup (options->line);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (words); i++) {
    gchar *value = g_strdup_printf ("%d", words[i].value);
    gchar **parts = g_strsplit (line, words[i].name, -1);

    g_free (line);
    line = g_strjoinv (value, parts);
    g_strfreev (parts);
    g_free (value);
  }
  return line;
}

static gchar *
describe (const Options * options, gint n)
{
  gint port = options->port + n;
  const gchar *limit = "";
  gchar *control, *line, *link = NULL;

  if (options->line != NULL)
    return fill_in (options, n);
  if (options->receive)
    return g_strdup_printf ("%s address=127.0.0.1 port=%d caps=\"%s\" %s "
        "! fakesink name=counted sync=false async=false", options->source, port,
        RECEIVE_CAPS, options->without ? "" : "! screamrx name=control");

  control = options->without ? g_strdup ("")
      : g_strdup_printf ("! screamtx name=control controller=%s "
      "initial-bitrate=%d max-bitrate=%d pacing-burst=%g",
      options->controller, options->bitrate, options->bitrate, options->burst);
  if (n == options->limited)
    limit = link = g_strdup_printf ("! linkemu bitrate=%d", options->limit);
  line = g_strdup_printf ("screamvideosrc bitrate=%d framerate=%d mtu=%d "
      "seed=%d %s %s ! %s name=counted host=127.0.0.1 port=%d sync=false "
      "async=false", options->bitrate, options->framerate, options->mtu, n + 1,
      control, limit, options->sink, port);
  g_free (control);
  g_free (link);
  return line;
}

static gboolean
count_buffer (GstBuffer ** buffer, guint i, gpointer user_data)
{
  Stream *stream = user_data;

  (void) i;
  stream->packets++;
  stream->bytes += gst_buffer_get_size (*buffer) - RTP_HEADER;
  return TRUE;
}

static GstPadProbeReturn
count (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  (void) pad;
  if (GST_PAD_PROBE_INFO_TYPE (info) & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
    gst_buffer_list_foreach (GST_PAD_PROBE_INFO_BUFFER_LIST (info),
        count_buffer, user_data);
  } else {
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);

    count_buffer (&buffer, 0, user_data);
  }
  return GST_PAD_PROBE_OK;
}

static gboolean
on_message (GstBus * bus, GstMessage * message, gpointer user_data)
{
  Program *program = user_data;
  GError *error = NULL;

  (void) bus;
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, NULL);
    g_printerr ("%s: %s\n", GST_MESSAGE_SRC_NAME (message), error->message);
    g_clear_error (&error);
    program->failed = TRUE;
    g_main_loop_quit (program->loop);
  }
  return G_SOURCE_CONTINUE;
}

/* One pipeline makes the threads that send, the others use them as well. */
static GstBusSyncReply
share_context (GstBus * bus, GstMessage * message, gpointer user_data)
{
  Program *program = user_data;
  const gchar *type = NULL;
  GstContext *context = NULL;

  (void) bus;
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_HAVE_CONTEXT) {
    gst_message_parse_have_context (message, &context);
    g_mutex_lock (&program->lock);
    if (program->context == NULL && gst_context_has_context_type (context,
            LOOP_CONTEXT))
      program->context = gst_context_ref (context);
    g_mutex_unlock (&program->lock);
    gst_context_unref (context);
  } else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_NEED_CONTEXT) {
    gst_message_parse_context_type (message, &type);
    g_mutex_lock (&program->lock);
    if (program->context != NULL && g_str_equal (type, LOOP_CONTEXT))
      context = gst_context_ref (program->context);
    g_mutex_unlock (&program->lock);
    if (context != NULL)
      gst_element_set_context (GST_ELEMENT (GST_MESSAGE_SRC (message)),
          context);
    g_clear_pointer (&context, gst_context_unref);
  }
  return GST_BUS_PASS;
}

/* NULL and @error, if it is no pipeline with something to count. */
static GstElement *
parse_line (const gchar * line, GError ** error)
{
  GError *reason = NULL;
  GstElement *pipeline = gst_parse_launch_full (line, NULL,
      GST_PARSE_FLAG_FATAL_ERRORS, &reason);
  GstElement *sink = NULL;

  if (reason == NULL && GST_IS_PIPELINE (pipeline))
    sink = gst_bin_get_by_name (GST_BIN (pipeline), "counted");
  if (reason == NULL && sink == NULL)
    g_set_error_literal (&reason, GST_CORE_ERROR, GST_CORE_ERROR_FAILED,
        "--line has no pipeline with an element name=counted");
  gst_clear_object (&sink);
  if (reason != NULL) {
    gst_clear_object (&pipeline);
    g_propagate_error (error, reason);
  }
  return pipeline;
}

static Stream *
stream_new (Program * program, gint n, GError ** error)
{
  gchar *line = describe (&program->options, n);
  GstElement *pipeline = parse_line (line, error);
  Stream *stream;
  GstElement *sink;
  GstBus *bus;

  g_free (line);
  if (pipeline == NULL)
    return NULL;
  stream = g_new0 (Stream, 1);
  stream->pipeline = pipeline;
  stream->control = gst_bin_get_by_name (GST_BIN (pipeline), "control");
  if (program->plan != NULL && n % program->options.plan_each == 0)
    g_object_set_qdata (G_OBJECT (stream->control), program->planned, stream);
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "counted");
  stream->counted = gst_element_get_static_pad (sink, "sink");
  gst_object_unref (sink);
  gst_pad_add_probe (stream->counted, GST_PAD_PROBE_TYPE_BUFFER
      | GST_PAD_PROBE_TYPE_BUFFER_LIST, count, stream, NULL);
  bus = gst_element_get_bus (pipeline);
  gst_bus_add_watch (bus, on_message, program);
  if (!program->options.apart)
    gst_bus_set_sync_handler (bus, share_context, program, NULL);
  gst_object_unref (bus);
  return stream;
}

static void
stream_free (gpointer data)
{
  Stream *stream = data;
  GstBus *bus = gst_element_get_bus (stream->pipeline);

  gst_bus_remove_watch (bus);
  gst_object_unref (bus);
  gst_element_set_state (stream->pipeline, GST_STATE_NULL);
  gst_object_unref (stream->counted);
  gst_clear_object (&stream->control);
  gst_object_unref (stream->pipeline);
  g_free (stream);
}

static gboolean
start (Program * program)
{
  GError *error = NULL;
  gint i;

  for (i = 0; i < program->options.count; i++) {
    Stream *stream = stream_new (program, i, &error);

    if (stream == NULL) {
      g_printerr ("%s\n", error->message);
      g_clear_error (&error);
      return FALSE;
    }
    g_ptr_array_add (program->streams, stream);
    if (gst_element_set_state (stream->pipeline, GST_STATE_PLAYING)
        == GST_STATE_CHANGE_FAILURE)
      return FALSE;
  }
  return TRUE;
}

/* ---- figures ---- */

/* The number behind @key in /proc/self/status. */
static guint64
read_status (const gchar * key)
{
  gchar *text = NULL, *line;
  guint64 value = 0;

  if (g_file_get_contents ("/proc/self/status", &text, NULL, NULL)) {
    line = strstr (text, key);
    if (line != NULL)
      value = g_ascii_strtoull (line + strlen (key), NULL, 10);
  }
  g_free (text);
  return value;
}

static gdouble
seconds (const struct timeval *time)
{
  return (gdouble) time->tv_sec + (gdouble) time->tv_usec * 1e-6;
}

static void
print_counts (const GPtrArray * streams)
{
  guint i;

  g_print (", \"streams\": [");
  for (i = 0; i < streams->len; i++) {
    const Stream *stream = g_ptr_array_index (streams, i);

    g_print ("%s[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "]",
        i > 0 ? ", " : "", stream->packets, stream->bytes);
  }
  g_print ("]");
}

/* Feedback packets that were written or read. */
static guint64
count_feedback (const GPtrArray * streams)
{
  guint64 sum = 0;
  guint i;

  for (i = 0; i < streams->len; i++) {
    const Stream *stream = g_ptr_array_index (streams, i);
    GstStructure *stats = NULL;
    guint64 n = 0;

    g_object_get (stream->control, "stats", &stats, NULL);
    gst_structure_get_uint64 (stats, "feedback-packets", &n);
    gst_structure_free (stats);
    sum += n;
  }
  return sum;
}

/* bit/s that each sender gives its encoder */
static void
print_targets (const GPtrArray * streams)
{
  guint i;

  g_print (", \"targets\": [");
  for (i = 0; i < streams->len; i++) {
    const Stream *stream = g_ptr_array_index (streams, i);
    guint target = 0;

    g_object_get (stream->control, "estimated-bitrate", &target, NULL);
    g_print ("%s%u", i > 0 ? ", " : "", target);
  }
  g_print ("]");
}

static void
print_figures (Program * program)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  g_print ("{\"time\": %.6f, \"user\": %.6f, \"system\": %.6f, "
      "\"switches\": %ld, \"preempted\": %ld, \"threads\": %" G_GUINT64_FORMAT
      ", \"rss\": %" G_GUINT64_FORMAT, (gdouble) g_get_monotonic_time () * 1e-6,
      seconds (&usage.ru_utime), seconds (&usage.ru_stime), usage.ru_nvcsw,
      usage.ru_nivcsw, read_status ("\nThreads:"),
      1024 * read_status ("\nVmRSS:"));
  print_counts (program->streams);
  if (!program->options.without)
    g_print (", \"feedback\": %" G_GUINT64_FORMAT,
        count_feedback (program->streams));
  if (!program->options.receive && !program->options.without)
    print_targets (program->streams);
  g_print ("}\n");
  fflush (stdout);
}

/* As an application does that has no use for the video: the stream is paused, and the
 * camera rests. */
static void
pause_all (const GPtrArray * streams)
{
  guint i;

  for (i = 0; i < streams->len; i++) {
    const Stream *stream = g_ptr_array_index (streams, i);
    GstPad *pad = gst_element_get_static_pad (stream->control, "sink");
    GstElement *source = gst_pad_get_parent_element (GST_PAD_PEER (pad));

    g_object_set (pad, "paused", TRUE, NULL);
    gst_element_set_state (source, GST_STATE_PAUSED);
    gst_object_unref (source);
    gst_object_unref (pad);
  }
}

static void
on_line (GObject * object, GAsyncResult * result, gpointer user_data)
{
  GDataInputStream *input = G_DATA_INPUT_STREAM (object);
  Program *program = user_data;
  gchar *line =
      g_data_input_stream_read_line_finish (input, result, NULL, NULL);

  if (line == NULL) {
    g_main_loop_quit (program->loop);
    return;
  }
  if (g_str_equal (line, "pause") && !program->options.receive
      && !program->options.without)
    pause_all (program->streams);
  g_free (line);
  print_figures (program);
  g_data_input_stream_read_line_async (input, G_PRIORITY_DEFAULT, NULL, on_line,
      program);
}

static void
run (Program * program)
{
  GInputStream *stdin_stream = g_unix_input_stream_new (0, FALSE);
  GDataInputStream *input = g_data_input_stream_new (stdin_stream);

  g_data_input_stream_read_line_async (input, G_PRIORITY_DEFAULT, NULL, on_line,
      program);
  /* Before the first pipeline plays: what is without one. */
  print_figures (program);
  if (start (program))
    g_main_loop_run (program->loop);
  else
    program->failed = TRUE;
  g_object_unref (input);
  g_object_unref (stdin_stream);
}

/* ---- the plan ---- */

/* When a packet of a stream in the plan may leave, a line each.  To write the line takes
 * longer than to send the packet, so the others have none. */
static void
note_plan (GstDebugCategory * category, GstDebugLevel level, const gchar * file,
    const gchar * function, gint line, GObject * object,
    GstDebugMessage * message, gpointer user_data)
{
  const Program *program = user_data;

  (void) level;
  (void) file;
  (void) function;
  (void) line;
  if (object != NULL && g_object_get_qdata (object, program->planned) != NULL
      && g_str_equal (gst_debug_category_get_name (category), "screampace"))
    fprintf (program->plan, "%s\n", gst_debug_message_get (message));
}

static void
open_plan (Program * program)
{
  const gchar *path = program->options.plan;

  if (path == NULL)
    return;
  program->plan = fopen (path, "w");
  if (program->plan == NULL) {
    g_printerr ("%s: %s\n", path, g_strerror (errno));
    program->failed = TRUE;
    return;
  }
  program->planned = g_quark_from_static_string ("scream-scale-planned");
  gst_debug_remove_log_function (gst_debug_log_default);
  gst_debug_add_log_function (note_plan, program, NULL);
  gst_debug_set_threshold_for_name ("screampace", GST_LEVEL_TRACE);
}

static void
close_plan (Program * program)
{
  if (program->plan == NULL)
    return;
  gst_debug_remove_log_function (note_plan);
  fclose (program->plan);
}

/* ---- main ---- */

static gboolean
refuse (GError ** error, const gchar * text)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, text);
  return FALSE;
}

static gboolean
check (const Options * options, GError ** error)
{
  if (options->count < 1 || options->port < 1
      || options->port > G_MAXUINT16 - options->count * (options->line ? 3 : 1))
    return refuse (error, "--count and --port must fit into 1 to 65535");
  if (options->bitrate < 1 || options->framerate < 1 || options->limit < 1)
    return refuse (error, "--bitrate, --framerate and --limit are above 0");
  if (options->mtu < 64 || options->mtu > G_MAXUINT16)
    return refuse (error, "--mtu is 64 to 65535 bytes");
  if (options->plan_each < 1)
    return refuse (error, "--plan-each is above 0");
  /* not so nan */
  if (!(options->burst >= 0 && options->burst <= 1000))
    return refuse (error, "--burst is 0 to 1000 ms");
  return TRUE;
}

static gboolean
parse (Options * options, int *argc, char ***argv, GError ** error)
{
  const GOptionEntry entries[] = {
    {"receive", 'r', 0, G_OPTION_ARG_NONE, &options->receive,
        "Receive; else send", NULL},
    {"without", 'w', 0, G_OPTION_ARG_NONE, &options->without,
        "Leave screamtx and screamrx out", NULL},
    {"apart", 'a', 0, G_OPTION_ARG_NONE, &options->apart,
        "Each pipeline has threads of its own to send", NULL},
    {"count", 'n', 0, G_OPTION_ARG_INT, &options->count,
        "Streams (default 1)", "N"},
    {"port", 'p', 0, G_OPTION_ARG_INT, &options->port,
        "First of N ports (default 20000)", "PORT"},
    {"bitrate", 'b', 0, G_OPTION_ARG_INT, &options->bitrate,
        "Of each stream (default 1000000)", "BIT/S"},
    {"framerate", 'f', 0, G_OPTION_ARG_INT, &options->framerate,
        "Frames a second of each stream (default 30)", "N"},
    {"mtu", 'm', 0, G_OPTION_ARG_INT, &options->mtu,
        "Largest RTP packet (default 1400, as payloaders have it)", "BYTES"},
    {"controller", 'c', 0, G_OPTION_ARG_STRING, &options->controller,
        "Of screamtx (default scream)", "NAME"},
    {"sink", 0, 0, G_OPTION_ARG_STRING, &options->sink,
        "UDP element that sends (default udpsink)", "NAME"},
    {"source", 0, 0, G_OPTION_ARG_STRING, &options->source,
        "UDP element that receives (default udpsrc)", "NAME"},
    {"line", 0, 0, G_OPTION_ARG_STRING, &options->line,
        "Pipeline of a stream, in place of those here, as for gst-launch-1.0, with "
          "{port}, {port2}, {port3}, {bitrate}, {framerate}, {mtu} and {seed}; what "
          "an element name=counted gets counts", "TEXT"},
    {"plan", 0, 0, G_OPTION_ARG_FILENAME, &options->plan,
        "Write when each packet may leave: SSRC, sequence number, ns of the "
          "monotonic clock", "FILE"},
    {"plan-each", 0, 0, G_OPTION_ARG_INT, &options->plan_each,
        "That of the first of each N streams (default 1)", "N"},
    {"burst", 0, 0, G_OPTION_ARG_DOUBLE, &options->burst,
        "What leaves together (default 1)", "MS"},
    {"limited", 0, 0, G_OPTION_ARG_INT, &options->limited,
        "A stream, from 0, with a slow path", "K"},
    {"limit", 0, 0, G_OPTION_ARG_INT, &options->limit,
        "Rate of that path (default 500000)", "BIT/S"},
    {NULL}
  };
  GOptionContext *context = g_option_context_new ("- many streams at once");
  gboolean good;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  good = g_option_context_parse (context, argc, argv, error);
  g_option_context_free (context);
  return good && check (options, error);
}

static void
set_default (gchar ** option, const gchar * value)
{
  if (*option == NULL)
    *option = g_strdup (value);
}

/* Each stream takes some. */
static void
raise_file_limit (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit (RLIMIT_NOFILE, &limit);
  }
}

int
main (int argc, char *argv[])
{
  Program program = {.options = {.count = 1,.port = 20000,
      .bitrate = 1000000,.framerate = 30,.mtu = 1400,.burst = 1,.plan_each =
          1,.limited = -1,.limit = 500000}
  };
  GError *error = NULL;

  if (!parse (&program.options, &argc, &argv, &error)) {
    g_printerr ("%s\n", error->message);
    g_clear_error (&error);
    return 2;
  }
  program.options.without |= program.options.line != NULL;
  set_default (&program.options.controller, "scream");
  set_default (&program.options.sink, "udpsink");
  set_default (&program.options.source, "udpsrc");
  raise_file_limit ();
  program.streams = g_ptr_array_new_with_free_func (stream_free);
  program.loop = g_main_loop_new (NULL, FALSE);
  open_plan (&program);
  if (!program.failed)
    run (&program);
  g_ptr_array_unref (program.streams);
  close_plan (&program);
  g_clear_pointer (&program.context, gst_context_unref);
  g_free (program.options.controller);
  g_free (program.options.sink);
  g_free (program.options.source);
  g_free (program.options.line);
  g_free (program.options.plan);
  g_main_loop_unref (program.loop);
  return program.failed ? 1 : 0;
}
