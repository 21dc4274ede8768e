pub mod counters;
