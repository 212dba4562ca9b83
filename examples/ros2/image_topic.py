#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A node of ROS 2 that sends an image topic by screamsink. It was not run with ROS 2."""
import argparse

from frames import FrameSender


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--topic", default="/image_raw")
    arguments = parser.parse_args()

    import rclpy
    from rclpy.qos import qos_profile_sensor_data
    from sensor_msgs.msg import Image

    sender = FrameSender(arguments.host, arguments.port)

    def on_image(image):
        try:
            sender.push(image.data, image.width, image.height, image.encoding, image.step)
            failure = sender.failure()
        except ValueError as error:     # of this image; the next one may be sound
            failure = str(error)
        if failure:
            node.get_logger().error(failure)

    rclpy.init()
    node = rclpy.create_node("scream_image_topic")
    node.create_subscription(Image, arguments.topic, on_image, qos_profile_sensor_data)
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        pass
    sender.stop()


if __name__ == "__main__":
    main()
