//! Games between two players: joining, turns, winning, leaving and rematches.
//!
//! A kind of game is one variant of [`GameType`] and of [`Board`], with a module of pure rules such
//! as [`nim`]. Everything that the kinds share is in `play`.

mod board;
mod expiry;
pub mod invariants;
mod model;
pub mod nim;
pub mod play;
pub mod player_stats;
pub mod routes;
pub mod socket_handlers;
mod status;
pub mod store;

pub use board::{Board, GameType, MoveRecord};
pub use expiry::start as start_expiry;
pub use model::{
    Game, GameError, GameInstance, GameState, GameUpdate, Gamer, GamerUpdate, Player, Streak,
};
pub use status::GameStatus;
