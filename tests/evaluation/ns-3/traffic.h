/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* traffic.h: what competes with the media: short TCP transfers, UDP */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "bottleneck.h"

#include <ns3/applications-module.h>

namespace evaluation
{
/* For all TCP sockets made afterwards: congestion control, bytes of a segment
 * and of the buffers; 200 ms of RTO at least, as Linux has. */
void SetTcpDefaults (const std::string & type, uint32_t segment,
    uint32_t sendBuffer, uint32_t receiveBuffer);

/* RFC 8868 section 5.1: a connection for each burst of 30 to 50 kB, idle for
 * an exponential time with a mean of 10 s after each. */
class ShortTcp:public ns3::Application
{
public:
  ShortTcp (const ns3::Address & peer, bool startOn, int64_t stream);

private:
  void StartApplication () override;
  void StopApplication () override;
  void Burst ();
  void Write (ns3::Ptr < ns3::Socket > socket, uint32_t available);
  void OnClosed (ns3::Ptr < ns3::Socket > socket);
  void Idle ();

  ns3::Address m_peer;
  bool m_startOn;
  uint32_t m_left = 0;
  ns3::Ptr < ns3::Socket > m_socket;
  ns3::Ptr < ns3::UniformRandomVariable > m_size;
  ns3::Ptr < ns3::ExponentialRandomVariable > m_idle;
  ns3::EventId m_event;
};

/* Packets of 1500 bytes on the wire at a rate that follows a schedule. */
class SteppedUdp:public ns3::Application
{
public:
  SteppedUdp (const ns3::Address & peer, const Schedule & schedule);

private:
  void StartApplication () override;
  void StopApplication () override;
  void Send ();

  ns3::Address m_peer;
  Schedule m_schedule;
  ns3::Ptr < ns3::Socket > m_socket;
  ns3::EventId m_event;
};
}
#endif
