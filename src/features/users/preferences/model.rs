//! The types of preferences.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::core::string_enum::string_enum;
use crate::platform::realtime::{Event, Subject};

string_enum! {
    /// The colors of the pages. `system`: light or dark, as the device asks.
    Theme {
        Flatly = "flatly",
        Darkly = "darkly",
        Minty = "minty",
        Quartz = "quartz",
        Light = "light",
        Dark = "dark",
        System = "system",
    }
}

string_enum! {
    /// The size of all texts.
    TextSize {
        Small = "small",
        Medium = "medium",
        Large = "large",
    }
}

string_enum! {
    /// When the site listens for voice commands.
    VoiceMode {
        Automatic = "automatic",
        OnClick = "on click",
        Off = "off",
    }
}

macro_rules! preferences {
    ($($(#[doc = $doc:literal])* $field:ident: $type:ty,)*) => {
        /// The preferences that a user has chosen. Where one is absent, the browser's own applies.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase", default)]
        pub struct Preferences {
            $($(#[doc = $doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,)*
        }

        impl Preferences {
            /// Returns these preferences where they are chosen, and otherwise those of `before`.
            pub fn or(self, before: Self) -> Self {
                Self { $($field: self.$field.or(before.$field),)* }
            }
        }
    };
}

preferences! {
    theme: Theme,
    text_size: TextSize,
    /// Whether colors that are easier to distinguish replace the theme.
    color_blind_mode: bool,
    /// Whether the home page shows notifications.
    notifications: bool,
    voice: VoiceMode,
    /// Whether keyboard shortcuts are on.
    shortcuts: bool,
    /// Whether the home page shows what a new member can do first.
    first_steps: bool,
}

/// Event: the receiver has changed preferences, in any of their browsers.
#[derive(Serialize, ToSchema)]
pub struct PreferencesUpdate {
    pub preferences: Preferences,
}

impl Event for PreferencesUpdate {
    const NAME: &'static str = "preferencesUpdate";

    fn subject(&self) -> Subject {
        Subject::default()
    }
}
