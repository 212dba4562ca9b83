/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* flow.h: a media flow in ns-3: the rtpcc session and receiver as they are
 *
 * RtpSender is a host of the session as the element is, RtpReceiver one of
 * the receiver.  Packets have true RTP headers, feedback is true RFC 8888.
 */
#ifndef FLOW_H
#define FLOW_H

#include "packetlog.h"
#include "source.h"

#include <ns3/applications-module.h>
#include <ns3/internet-module.h>
#include <ns3/network-module.h>

#include <gst/rtpcc/receiver/rtpcc-receiver.h>
#include <gst/rtpcc/session/rtpcc-session.h>

namespace evaluation
{
struct FlowConfig
{
  int flow;                     /* number, also the SSRC's lowest byte */
  const RtpCcOps *ops;
  std::vector < double > params;        /* of ops, or empty */
  SourceConfig source;
  double startRate = 150e3;     /* bit/s of RTP */
  double fixedRate = 0;         /* bit/s of RTP whatever the session says */
  bool equalPackets = false;
  uint32_t mtu = 1200;          /* bytes of an RTP packet */
  uint32_t overhead = 30;       /* bytes around an RTP packet on the wire */
  RtpCcEcn ecn = RTP_CC_ECN_NOT_ECT;
  double queueDelayTarget = 0;  /* s; 0: the controller's own */
  double pauseFrom = -1, pauseTo = -1;  /* s of simulated time */
  double audioRate = 0;         /* bit/s of RTP beside the video */
};

struct FlowCounters
{
  uint64_t packetsMade = 0, packetsSent = 0, packetsDiscarded = 0;
  uint64_t packetsArrived = 0;
  uint64_t framesMade = 0, framesSkipped = 0;
  uint64_t bytesSent = 0;       /* on the wire, video */
  uint64_t bytesArrived = 0;
  uint64_t feedbackPackets = 0, feedbackBytes = 0;      /* on the wire */
  uint64_t marked = 0;          /* arrived with CE */
};

class RtpSender:public ns3::Application
{
public:
  RtpSender (const FlowConfig & config, PacketLog * log,
      FlowCounters * counters, const ns3::Address & peer);
   ~RtpSender () override;

  bool Paused () const;
  double TargetRate ();         /* bit/s of RTP */
  double SenderQueueDelay ();   /* s */
  /* Longest wait in the sender of packets sent since the last call, s. */
  double TakeLongestWait ();
  const FlowConfig & Config () const
  {
    return m_config;
  }
  /* made = sent + discarded + waiting */
  bool Conserved ();

private:
  struct Waiting
  {
    PacketRecord record;
    uint16_t seq;
    bool marker;
    uint32_t size;
    uint32_t timestamp;
  };

  void StartApplication () override;
  void StopApplication () override;
  void MakeFrame ();
  void Enqueue (const Frame & frame, RtpCcTime now);
  void SendAudio ();
  void Send (const Waiting & packet, RtpCcEcn ecn);
  void OnFeedback (ns3::Ptr < ns3::Socket > socket);
  void Pump ();
  static void OnDrop (const RtpCcQueueItem * item, void *user);
  static void OnLeft (const RtpCcQueueItem * item, void *user);

  FlowConfig m_config;
  PacketLog *m_log;
  FlowCounters *m_counters;
  ns3::Address m_peer;
  ns3::Ptr < ns3::Socket > m_socket;
  std::unique_ptr < VideoSource > m_source;
  ns3::Ptr < ns3::UniformRandomVariable > m_phase;
  RtpCcSession *m_session = nullptr;
  uint16_t m_seq, m_audioSeq;
  uint32_t m_frame = 0;
  double m_longestWait = 0;
  ns3::EventId m_frameEvent, m_audioEvent, m_pumpEvent;
};

class RtpReceiver:public ns3::Application
{
public:
  RtpReceiver (uint16_t port, PacketLog * log, FlowCounters * counters);
   ~RtpReceiver () override;

private:
  void StartApplication () override;
  void StopApplication () override;
  void OnPacket (ns3::Ptr < ns3::Socket > socket);
  void Note (ns3::Ptr < ns3::Packet > packet);
  void SendFeedback ();

  uint16_t m_port;
  PacketLog *m_log;
  FlowCounters *m_counters;
  ns3::Ptr < ns3::Socket > m_socket;
  ns3::Address m_from;
  RtpCcReceiver *m_receiver = nullptr;
  ns3::EventId m_feedbackEvent;
};
}
#endif
