//! Access to the nodes of parsed HTML.

use markup5ever_rcdom::{Handle, NodeData};

/// The deepest nesting. Deeper elements lose their markup but not their words: our renderer would
/// show a whole text with deeper quotes and lists as source.
pub(super) const MAX_DEPTH: usize = 20;

/// Block elements.
const BLOCKS: &str = "address article aside blockquote caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 \
                      header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul";

/// Returns the tag of an element, and an empty text for other nodes.
pub(super) fn tag(node: &Handle) -> &str {
    match &node.data {
        NodeData::Element { name, .. } => &name.local,
        _ => "",
    }
}

/// Returns an attribute of an element.
pub(super) fn attribute(node: &Handle, name: &str) -> Option<String> {
    match &node.data {
        NodeData::Element { attrs, .. } => attrs
            .borrow()
            .iter()
            .find(|a| &*a.name.local == name)
            .map(|a| a.value.to_string()),
        _ => None,
    }
}

/// Returns the whole text of a node, with its line breaks.
pub(super) fn text_of(node: &Handle) -> String {
    let mut text = String::new();
    let mut stack = vec![node.clone()];
    while let Some(node) = stack.pop() {
        match &node.data {
            NodeData::Text { contents } => text.push_str(&contents.borrow()),
            _ if tag(&node) == "br" => text.push('\n'),
            _ => stack.extend(node.children.borrow().iter().rev().cloned()),
        }
    }
    text
}

/// Returns the outermost elements with this tag in a node.
pub(super) fn descendants(node: &Handle, name: &str) -> Vec<Handle> {
    let mut found = Vec::new();
    let mut stack = vec![node.clone()];
    while let Some(node) = stack.pop() {
        if tag(&node) == name {
            found.push(node);
        } else {
            stack.extend(node.children.borrow().iter().rev().cloned());
        }
    }
    found
}

/// Returns whether a node is or contains a block. For example, emphasis around a code block is
/// dropped.
pub(super) fn holds_blocks(node: &Handle) -> bool {
    let mut stack = vec![node.clone()];
    while let Some(node) = stack.pop() {
        if is_block(tag(&node)) {
            return true;
        }
        stack.extend(node.children.borrow().iter().cloned());
    }
    false
}

/// Returns whether a tag is a block element.
pub(super) fn is_block(tag: &str) -> bool {
    BLOCKS.split(' ').any(|block| block == tag)
}
