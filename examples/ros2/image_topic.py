#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A node of ROS 2 that sends an image topic by screamsink. It was not run with ROS 2."""
import argparse

import rclpy
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import Image

from frames import FrameSender


class ImageTopic(Node):
    def __init__(self, arguments):
        super().__init__("scream_image_topic")
        self.sender = FrameSender(arguments.host, arguments.port)
        self.create_subscription(Image, arguments.topic, self.on_image, qos_profile_sensor_data)

    def on_image(self, image):
        try:
            self.sender.push(image.data, image.width, image.height, image.encoding, image.step)
            failure = self.sender.failure()
        except ValueError as error:     # of this image; the next one may be sound
            failure = str(error)
        if failure:
            self.get_logger().error(failure)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--topic", default="/image_raw")
    rclpy.init()
    node = ImageTopic(parser.parse_args())
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        pass
    node.sender.stop()


if __name__ == "__main__":
    main()
