//! Memory limit of a server: a cgroup if one can be created, else a limit of its data segment.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Names of a hierarchy's files.
struct Files {
    /// Directory of the hierarchy with the memory controller.
    root: &'static str,
    limit: &'static str,
    peak: &'static str,
    events: &'static str,
}

/// The two versions of cgroups.
const VERSIONS: [Files; 2] = [
    Files {
        root: "/sys/fs/cgroup/memory",
        limit: "memory.limit_in_bytes",
        peak: "memory.max_usage_in_bytes",
        events: "memory.oom_control",
    },
    Files {
        root: "/sys/fs/cgroup",
        limit: "memory.max",
        peak: "memory.peak",
        events: "memory.events",
    },
];

/// Limits the memory of the processes that enter it. Its cgroup is removed on drop.
pub struct MemoryGroup {
    bytes: u64,
    /// Absent if this user may not create a cgroup.
    group: Option<(PathBuf, &'static Files)>,
}

impl MemoryGroup {
    pub fn create(bytes: u64) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("stoa-fault-{}-{number}", std::process::id());
        let group = VERSIONS.iter().find_map(|files| {
            let directory = Path::new(files.root).join(&name);
            std::fs::create_dir(&directory).ok()?;
            // The file exists if this is a cgroup that counts memory.
            let limited = File::options()
                .write(true)
                .open(directory.join(files.limit))
                .and_then(|mut limit| limit.write_all(bytes.to_string().as_bytes()));
            if limited.is_err() {
                let _ = std::fs::remove_dir(&directory);
            }
            limited.ok().map(|()| (directory, files))
        });
        Self { bytes, group }
    }

    /// Returns shell commands that let a process enter the group.
    pub fn limits(&self) -> String {
        match &self.group {
            Some((directory, _)) => format!("echo $$ > {}/cgroup.procs", directory.display()),
            // It also counts shared and untouched memory.
            None => format!("ulimit -d {}", self.bytes >> 10),
        }
    }

    /// Returns how the memory is limited.
    pub fn kind(&self) -> &'static str {
        match self.group {
            Some(_) => "a memory cgroup",
            None => "RLIMIT_DATA",
        }
    }

    /// Returns the largest number of bytes in use, with the cache of files, if the system counts
    /// them.
    pub fn peak(&self) -> Option<u64> {
        let (directory, files) = self.group.as_ref()?;
        let peak = std::fs::read_to_string(directory.join(files.peak)).ok()?;
        peak.trim().parse().ok()
    }

    /// Returns whether the kernel has killed a process of the group for lack of memory.
    pub fn has_killed(&self) -> bool {
        self.group.as_ref().is_some_and(|(directory, files)| {
            std::fs::read_to_string(directory.join(files.events)).is_ok_and(|text| has_kill(&text))
        })
    }
}

/// Returns whether a file with a group's events counts a kill.
fn has_kill(events: &str) -> bool {
    events
        .lines()
        .filter_map(|line| line.strip_prefix("oom_kill "))
        .any(|count| count.trim() != "0")
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        if let Some((directory, _)) = &self.group {
            let _ = std::fs::remove_dir(directory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kill_is_found_in_the_files_of_both_versions() {
        assert!(has_kill("oom_kill_disable 0\nunder_oom 0\noom_kill 2\n"));
        assert!(has_kill("max 7\noom 1\noom_kill 1\noom_group_kill 0\n"));
        assert!(!has_kill("oom_kill_disable 1\nunder_oom 1\noom_kill 0\n"));
    }

    #[test]
    fn without_a_cgroup_the_data_segment_is_limited() {
        let group = MemoryGroup {
            bytes: 512 << 20,
            group: None,
        };
        assert_eq!(group.limits(), "ulimit -d 524288");
        assert_eq!((group.peak(), group.has_killed()), (None, false));
    }
}
