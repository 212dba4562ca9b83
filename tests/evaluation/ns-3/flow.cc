/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "flow.h"

#include <algorithm>

using namespace ns3;

namespace evaluation
{
/* The two clocks do not agree, and do not start at zero. */
constexpr int64_t SENDER_EPOCH = 1234567 * RTP_CC_USECOND;
constexpr int64_t RECEIVER_EPOCH = 987654321 * RTP_CC_USECOND;
constexpr uint32_t RTP_HEADER = 12;
constexpr uint32_t VIDEO_SSRC = 0x1000, AUDIO_SSRC = 0x2000;
constexpr double AUDIO_INTERVAL = 0.02;
constexpr uint32_t UDP_IP = 28;

static RtpCcTime
SenderNow ()
{
  return Simulator::Now ().GetNanoSeconds () + SENDER_EPOCH;
}

static RtpCcTime
ReceiverNow ()
{
  return Simulator::Now ().GetNanoSeconds () + RECEIVER_EPOCH;
}

static Ptr < Packet > MakePacket (uint32_t ssrc, uint16_t seq, bool marker,
    uint32_t timestamp, uint32_t size)
{
  uint8_t h[RTP_HEADER] = { 0x80, (uint8_t) (96 | (marker ? 0x80 : 0)),
    (uint8_t) (seq >> 8), (uint8_t) seq,
    (uint8_t) (timestamp >> 24), (uint8_t) (timestamp >> 16),
    (uint8_t) (timestamp >> 8), (uint8_t) timestamp,
    (uint8_t) (ssrc >> 24), (uint8_t) (ssrc >> 16),
    (uint8_t) (ssrc >> 8), (uint8_t) ssrc
  };
  Ptr < Packet > packet = Create < Packet > (h, RTP_HEADER);

  packet->AddPaddingAtEnd (size - RTP_HEADER);
  return packet;
}

RtpSender::RtpSender (const FlowConfig & config, PacketLog * log,
    FlowCounters * counters, const Address & peer)
  :m_config (config), m_log (log), m_counters (counters), m_peer (peer),
  m_source (MakeSource (config.source)),
  m_phase (CreateObject < UniformRandomVariable > ()),
  m_seq ((uint16_t) (65000 + 100 * config.flow)), m_audioSeq (1)
{
  m_phase->SetStream (config.source.stream + 1);
}

RtpSender::~RtpSender ()
{
  rtp_cc_session_free (m_session, OnLeft, nullptr);
}

void
RtpSender::StartApplication ()
{
  RtpCcSessionConfig session;
  RtpCcStreamConfig stream = {};

  stream.priority = 1;
  m_socket = Socket::CreateSocket (GetNode (),
      UdpSocketFactory::GetTypeId ());
  m_socket->Bind ();
  m_socket->SetRecvCallback (MakeCallback (&RtpSender::OnFeedback, this));
  rtp_cc_session_config_init (&session);
  session.ops = m_config.ops;
  if (!m_config.params.empty ())
    session.params = m_config.params.data ();
  session.min_bitrate = (uint64_t) m_config.source.minRate;
  session.max_bitrate = (uint64_t) m_config.source.maxRate;
  session.initial_bitrate = (uint64_t) m_config.startRate;
  session.max_packet_size = m_config.mtu + m_config.overhead;
  session.packet_overhead = m_config.overhead;
  session.queue_delay_target = (int64_t) (m_config.queueDelayTarget * SECOND);
  session.ecn = m_config.ecn;
  m_session = rtp_cc_session_new (&session, SenderNow ());
  rtp_cc_session_add_stream (m_session, &stream, SenderNow ());
  m_frameEvent = Simulator::Schedule (Seconds (m_phase->GetValue (0,
              m_source->Interval ())), &RtpSender::MakeFrame, this);
  if (m_config.audioRate > 0)
    m_audioEvent = Simulator::Schedule (Seconds (m_phase->GetValue (0,
                AUDIO_INTERVAL)), &RtpSender::SendAudio, this);
  Pump ();
}

void
RtpSender::StopApplication ()
{
  Simulator::Cancel (m_frameEvent);
  Simulator::Cancel (m_audioEvent);
  Simulator::Cancel (m_pumpEvent);
  if (m_socket)
    m_socket->Close ();
  m_socket = nullptr;
}

bool
RtpSender::Paused () const
{
  double now = Simulator::Now ().GetSeconds ();

  return now >= m_config.pauseFrom && now < m_config.pauseTo;
}

double
RtpSender::TargetRate ()
{
  RtpCcStreamInfo info;

  if (!m_session || m_config.fixedRate > 0)
    return m_config.fixedRate;
  rtp_cc_session_stream_info (m_session, 0, &info, SenderNow ());
  return (double) info.target_bitrate;
}

double
RtpSender::SenderQueueDelay ()
{
  RtpCcStreamInfo info;

  if (!m_session)
    return 0;
  rtp_cc_session_stream_info (m_session, 0, &info, SenderNow ());
  return (double) info.queue_delay / SECOND;
}

double
RtpSender::TakeLongestWait ()
{
  double wait = std::max (m_longestWait, SenderQueueDelay ());

  m_longestWait = 0;
  return wait;
}

bool
RtpSender::Conserved ()
{
  RtpCcSessionInfo info;
  RtpCcStreamInfo stream;

  if (!m_session)
    return m_counters->packetsMade == 0;
  rtp_cc_session_info (m_session, &info, SenderNow ());
  rtp_cc_session_stream_info (m_session, 0, &stream, SenderNow ());
  return m_counters->packetsMade == stream.packets_sent
      + m_counters->packetsDiscarded + stream.queued_packets;
}

void
RtpSender::MakeFrame ()
{
  RtpCcTime now = SenderNow ();
  double seconds = Simulator::Now ().GetSeconds ();
  double interval = m_source->Interval ();

  if (!Paused ()) {
    if (rtp_cc_session_skip_frame (m_session, 0, now))
      m_counters->framesSkipped++;
    else {
      Frame frame = m_source->Next (TargetRate (), seconds);

      interval = frame.interval;
      Enqueue (frame, now);
    }
    m_counters->framesMade++;
  }
  m_frameEvent = Simulator::Schedule (Seconds (interval),
      &RtpSender::MakeFrame, this);
  Pump ();
}

void
RtpSender::Enqueue (const Frame & frame, RtpCcTime now)
{
  auto sizes = Packetise (frame.bytes, m_config.mtu, m_config.equalPackets);
  uint32_t timestamp = (uint32_t) (Simulator::Now ().GetSeconds () * 90000);

  for (size_t i = 0; i < sizes.size (); i++) {
    auto waiting = new Waiting { };
    RtpCcSessionPacket packet = { };

    waiting->record.flow = m_config.flow;
    waiting->record.frame = m_frame;
    waiting->record.wireBytes = sizes[i] + m_config.overhead;
    waiting->record.captured = Simulator::Now ().GetNanoSeconds ();
    waiting->seq = m_seq++;
    waiting->marker = i + 1 == sizes.size ();
    waiting->size = sizes[i];
    waiting->timestamp = timestamp;
    packet.user = waiting;
    packet.is_packet = true;
    packet.ssrc = VIDEO_SSRC + m_config.flow;
    packet.seq = waiting->seq;
    packet.timestamp = timestamp;
    packet.marker = waiting->marker;
    packet.size = packet.payload_size = sizes[i];
    m_counters->packetsMade++;
    if (!rtp_cc_session_enqueue (m_session, 0, &packet, now)) {
      m_counters->packetsDiscarded++;
      delete waiting;
    }
  }
  m_frame++;
}

void
RtpSender::OnDrop (const RtpCcQueueItem * item, void *user)
{
  static_cast < RtpSender * >(user)->m_counters->packetsDiscarded++;
  delete static_cast < Waiting * >(item->user);
}

/* What waits at the end of the simulation; who counts is gone by then. */
void
RtpSender::OnLeft (const RtpCcQueueItem * item, void *)
{
  delete static_cast < Waiting * >(item->user);
}

/* Outside the control, as RFC 8867 has it. */
void
RtpSender::SendAudio ()
{
  uint32_t size = (uint32_t) (m_config.audioRate * AUDIO_INTERVAL / 8);
  int64_t now = Simulator::Now ().GetNanoSeconds ();

  if (!Paused ()) {
    Ptr < Packet > packet = MakePacket (AUDIO_SSRC + m_config.flow,
        m_audioSeq++, false, 0, size);
    PacketRecord record = { m_config.flow, 0, size + m_config.overhead, true,
      now
    };

    record.sent = now;
    m_log->Add (packet->GetUid (), record);
    m_socket->SendTo (packet, 0, m_peer);
  }
  m_audioEvent = Simulator::Schedule (Seconds (AUDIO_INTERVAL),
      &RtpSender::SendAudio, this);
}

void
RtpSender::Send (const Waiting & waiting, RtpCcEcn ecn)
{
  Ptr < Packet > packet = MakePacket (VIDEO_SSRC + m_config.flow, waiting.seq,
      waiting.marker, waiting.timestamp, waiting.size);
  PacketRecord record = waiting.record;
  InetSocketAddress peer = InetSocketAddress::ConvertFrom (m_peer);

  peer.SetTos (ecn);
  record.sent = Simulator::Now ().GetNanoSeconds ();
  m_longestWait = std::max (m_longestWait,
      (double) (record.sent - record.captured) / SECOND);
  m_counters->packetsSent++;
  m_counters->bytesSent += record.wireBytes;
  m_log->Add (packet->GetUid (), record);
  m_socket->SendTo (packet, 0, peer);
}

void
RtpSender::OnFeedback (Ptr < Socket > socket)
{
  Address from;
  Ptr < Packet > packet;

  while ((packet = socket->RecvFrom (from))) {
    std::vector < uint8_t > bytes (packet->GetSize ());
    bool other;

    packet->CopyData (bytes.data (), (uint32_t) bytes.size ());
    m_counters->feedbackPackets++;
    m_counters->feedbackBytes += bytes.size () + m_config.overhead;
    rtp_cc_session_rtcp (m_session, bytes.data (), bytes.size (), &other,
        SenderNow ());
  }
  Pump ();
}

void
RtpSender::Pump ()
{
  RtpCcTime now = SenderNow (), next;
  RtpCcQueueItem item;
  uint32_t ssrc;

  if (!m_socket)
    return;
  rtp_cc_session_tick (m_session, OnDrop, this, now);
  while (rtp_cc_session_dequeue (m_session, &item, now) >= 0) {
    auto waiting = static_cast < Waiting * >(item.user);

    Send (*waiting, item.ecn);
    delete waiting;
  }
  /* Nobody answers it, since the models of encoders have frames of one kind;
   * left alone, the session would ask for a turn at once. */
  rtp_cc_session_take_key_frame_request (m_session, 0, &ssrc, now);
  Simulator::Cancel (m_pumpEvent);
  next = rtp_cc_session_next_time (m_session, now);
  if (next != RTP_CC_TIME_NEVER)
    m_pumpEvent = Simulator::Schedule (NanoSeconds (std::max (next - now,
                (int64_t) 1000)), &RtpSender::Pump, this);
}

RtpReceiver::RtpReceiver (uint16_t port, PacketLog * log,
    FlowCounters * counters)
  :m_port (port), m_log (log), m_counters (counters)
{
}

RtpReceiver::~RtpReceiver ()
{
  rtp_cc_receiver_free (m_receiver);
}

void
RtpReceiver::StartApplication ()
{
  RtpCcReceiverConfig config = { };

  m_socket = Socket::CreateSocket (GetNode (),
      UdpSocketFactory::GetTypeId ());
  m_socket->Bind (InetSocketAddress (Ipv4Address::GetAny (), m_port));
  m_socket->SetIpRecvTos (true);
  m_socket->SetRecvCallback (MakeCallback (&RtpReceiver::OnPacket, this));
  config.sender_ssrc = 1;
  /* As the element has them. */
  config.max_interval = 40 * RTP_CC_MSECOND;
  config.max_packets = 16;
  config.min_interval = 22 * RTP_CC_MSECOND;
  config.max_size = 1200;
  m_receiver = rtp_cc_receiver_new (&config);
}

void
RtpReceiver::StopApplication ()
{
  Simulator::Cancel (m_feedbackEvent);
  if (m_socket)
    m_socket->Close ();
  m_socket = nullptr;
}

void
RtpReceiver::OnPacket (Ptr < Socket > socket)
{
  Ptr < Packet > packet;

  while ((packet = socket->RecvFrom (m_from)))
    Note (packet);
  SendFeedback ();
}

void
RtpReceiver::Note (Ptr < Packet > packet)
{
  PacketRecord *record = m_log->Find (packet->GetUid ());
  uint8_t h[RTP_HEADER];
  SocketIpTosTag tos;
  RtpCcEcn ecn = RTP_CC_ECN_NOT_ECT;
  uint32_t ssrc;

  if (record)
    record->arrived = Simulator::Now ().GetNanoSeconds ();
  if (packet->CopyData (h, RTP_HEADER) != RTP_HEADER)
    return;
  if (packet->RemovePacketTag (tos))
    ecn = (RtpCcEcn) (tos.GetTos () & 3);
  ssrc = (uint32_t) h[8] << 24 | (uint32_t) h[9] << 16
      | (uint32_t) h[10] << 8 | h[11];
  if (ssrc >= AUDIO_SSRC)
    return;
  m_counters->packetsArrived++;
  m_counters->bytesArrived += packet->GetSize () + UDP_IP + 2;
  m_counters->marked += ecn == RTP_CC_ECN_CE;
  rtp_cc_receiver_on_packet (m_receiver, ssrc,
      (uint16_t) (h[2] << 8 | h[3]), h[1] & 0x80, ecn, ReceiverNow (),
      ReceiverNow ());
}

void
RtpReceiver::SendFeedback ()
{
  uint8_t data[1400];
  size_t size;
  RtpCcTime next;

  if (!m_socket)
    return;
  while ((size = rtp_cc_receiver_feedback (m_receiver, data, sizeof (data),
              ReceiverNow ())) > 0)
    m_socket->SendTo (data, (uint32_t) size, 0, m_from);
  Simulator::Cancel (m_feedbackEvent);
  next = rtp_cc_receiver_next_time (m_receiver);
  if (next != RTP_CC_TIME_NEVER)
    m_feedbackEvent = Simulator::Schedule (NanoSeconds (std::max (next
                - ReceiverNow (), (int64_t) 0)), &RtpReceiver::SendFeedback,
        this);
}
}
