/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "traffic.h"

#include <algorithm>

using namespace ns3;

namespace evaluation
{
/* RFC 8868 section 5.1 */
constexpr double BURST_MIN = 30e3, BURST_MAX = 50e3, IDLE_MEAN = 10;
constexpr uint32_t WIRE = 1500, PPP_IP_UDP = 30;
/* How soon a source of UDP without rate looks again. */
constexpr double LOOK_AGAIN = 0.01;

void
SetTcpDefaults (const std::string & type, uint32_t segment,
    uint32_t sendBuffer, uint32_t receiveBuffer)
{
  Config::SetDefault ("ns3::TcpL4Protocol::SocketType", StringValue (type));
  Config::SetDefault ("ns3::TcpSocket::SegmentSize", UintegerValue (segment));
  Config::SetDefault ("ns3::TcpSocket::SndBufSize",
      UintegerValue (sendBuffer));
  Config::SetDefault ("ns3::TcpSocket::RcvBufSize",
      UintegerValue (receiveBuffer));
  Config::SetDefault ("ns3::TcpSocketBase::MinRto",
      TimeValue (MilliSeconds (200)));
}

ShortTcp::ShortTcp (const Address & peer, bool startOn, int64_t stream)
  :m_peer (peer), m_startOn (startOn),
  m_size (CreateObject < UniformRandomVariable > ()),
  m_idle (CreateObject < ExponentialRandomVariable > ())
{
  m_size->SetStream (stream);
  m_idle->SetStream (stream + 1);
}

void
ShortTcp::StartApplication ()
{
  if (m_startOn)
    Burst ();
  else
    Idle ();
}

void
ShortTcp::StopApplication ()
{
  Simulator::Cancel (m_event);
  if (m_socket)
    m_socket->Close ();
  m_socket = nullptr;
}

void
ShortTcp::Idle ()
{
  m_event = Simulator::Schedule (Seconds (m_idle->GetValue (IDLE_MEAN, 0)),
      &ShortTcp::Burst, this);
}

void
ShortTcp::Burst ()
{
  m_left = (uint32_t) m_size->GetValue (BURST_MIN, BURST_MAX);
  m_socket = Socket::CreateSocket (GetNode (),
      TcpSocketFactory::GetTypeId ());
  m_socket->SetSendCallback (MakeCallback (&ShortTcp::Write, this));
  m_socket->SetCloseCallbacks (MakeCallback (&ShortTcp::OnClosed, this),
      MakeCallback (&ShortTcp::OnClosed, this));
  m_socket->Bind ();
  m_socket->Connect (m_peer);
}

void
ShortTcp::Write (Ptr < Socket > socket, uint32_t available)
{
  while (m_left > 0 && socket->GetTxAvailable () > 0) {
    uint32_t n = std::min (m_left, socket->GetTxAvailable ());
    int sent = socket->Send (Create < Packet > (n));

    if (sent <= 0)
      return;
    m_left -= (uint32_t) sent;
  }
  if (m_left == 0)
    socket->Close ();
}

void
ShortTcp::OnClosed (Ptr < Socket > socket)
{
  if (socket != m_socket)
    return;
  m_socket = nullptr;
  Idle ();
}

SteppedUdp::SteppedUdp (const Address & peer, const Schedule & schedule)
  :m_peer (peer), m_schedule (schedule)
{
}

void
SteppedUdp::StartApplication ()
{
  m_socket = Socket::CreateSocket (GetNode (),
      UdpSocketFactory::GetTypeId ());
  m_socket->Bind ();
  Send ();
}

void
SteppedUdp::StopApplication ()
{
  Simulator::Cancel (m_event);
  if (m_socket)
    m_socket->Close ();
  m_socket = nullptr;
}

void
SteppedUdp::Send ()
{
  double rate = RateAt (m_schedule, Simulator::Now ().GetSeconds ());
  double wait = LOOK_AGAIN;

  if (rate > 0) {
    m_socket->SendTo (Create < Packet > (WIRE - PPP_IP_UDP), 0, m_peer);
    wait = WIRE * 8 / rate;
  }
  m_event = Simulator::Schedule (Seconds (wait), &SteppedUdp::Send, this);
}
}
