/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The socket that an ICE sink sends by. */
#define _GNU_SOURCE             /* dladdr() of glibc */

#include "gsticesocket.h"
#include "gststockelement.h"

#ifdef G_OS_UNIX
#include <dlfcn.h>
#endif

/* nice_agent_get_selected_socket() of libnice 0.1.5 and later */
typedef GSocket *(*SelectedSocketFunc) (gpointer agent, guint stream,
    guint component);

struct _GstIceSocket
{
  GObject *agent;
  guint stream, component;
  SelectedSocketFunc selected_socket;
};

gboolean
gst_ice_socket_is_sink (GstElement * sink)
{
  GType agent = g_type_from_name ("NiceAgent");

  return agent != G_TYPE_INVALID
      && gst_stock_element_has_property (sink, "agent", agent)
      && gst_stock_element_has_property (sink, "stream", G_TYPE_UINT)
      && gst_stock_element_has_property (sink, "component", G_TYPE_UINT);
}

#ifdef G_OS_UNIX

/* Plugins are loaded so that their libraries' symbols are not seen by others:
 * the library has to be asked itself. */
static SelectedSocketFunc
find_function (void)
{
  GObjectClass *klass = g_type_class_peek (g_type_from_name ("NiceAgent"));
  gpointer library, function;
  Dl_info info;

  if (klass == NULL || !dladdr ((gpointer) klass->get_property, &info))
    return NULL;
  library = dlopen (info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL)
    return NULL;
  function = dlsym (library, "nice_agent_get_selected_socket");
  /* The agent keeps it in place. */
  dlclose (library);
  return (SelectedSocketFunc) function;
}

#else

static SelectedSocketFunc
find_function (void)
{
  return NULL;
}

#endif

GstIceSocket *
gst_ice_socket_new (GstElement * sink)
{
  SelectedSocketFunc function;
  GObject *agent = NULL;
  GstIceSocket *self;

  if (!gst_ice_socket_is_sink (sink))
    return NULL;
  g_object_get (sink, "agent", &agent, NULL);
  function = find_function ();
  if (agent == NULL || function == NULL) {
    g_clear_object (&agent);
    return NULL;
  }

  self = g_new0 (GstIceSocket, 1);
  self->agent = agent;
  self->selected_socket = function;
  g_object_get (sink, "stream", &self->stream, "component", &self->component,
      NULL);
  return self;
}

GSocket *
gst_ice_socket_get (GstIceSocket * self)
{
  GSocket *socket =
      self->selected_socket (self->agent, self->stream, self->component);

  return socket != NULL ? g_object_ref (socket) : NULL;
}

void
gst_ice_socket_free (GstIceSocket * self)
{
  if (self == NULL)
    return;
  g_object_unref (self->agent);
  g_free (self);
}
