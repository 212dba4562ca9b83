// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//! Where librtpcc is, by pkg-config.
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let found = Command::new("pkg-config").args(["--libs", "rtpcc"]).output().expect("pkg-config");
    assert!(found.status.success(), "install librtpcc first, see gst/rtpcc/README.md");
    for flag in String::from_utf8_lossy(&found.stdout).split_whitespace() {
        match flag.split_at(2) {
            ("-L", path) => println!("cargo:rustc-link-search=native={path}"),
            ("-l", name) => println!("cargo:rustc-link-lib={name}"),
            _ => {}
        }
    }
}
