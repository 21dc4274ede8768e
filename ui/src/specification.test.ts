// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import * as sentences from './api/sentences';

/**
 * Every text of the specification, and where it is used. `{}` stands for a variable part. Voice
 * commands (`features/voice/phrases.test.ts`) and times (`lib/relativeTime.test.ts`) have their own
 * tests. `catalogue.test.ts` ties the sentences of failed calls to these calls.
 */

/** Texts of the UI: each is written once. */
const uiSentences = [
  // Header, voice panel, login and sign-up
  'Search Questions...',
  'View Profile',
  'Listening...',
  'Not listening',
  'Start Listening',
  'Stop Listening',
  "Your browser doesn't support speech recognition.",
  'Please login to continue.',
  'Show Password',
  "Don't have an account? Sign up here.",
  'Passwords do not match',
  'Invalid auth type',
  'Error while signing up',
  'Error while logging in',
  // Questions
  'Search Results',
  '{} questions',
  'Unanswered',
  'Active',
  'Most Viewed',
  'No Questions Found',
  'Play a game of Nim while waiting for an answer!',
  'Play Now',
  'Limit title to {} characters or less',
  'Question Title*',
  'Question Text*',
  'Post Question',
  'Post Answer',
  'Show Comments',
  'Hide Comments',
  'No comments yet.',
  'Add Comment',
  // Users
  'Users List',
  'Search Usernames ...',
  '{} users',
  'No Users Found',
  'Danger Zone',
  'Delete This User',
  'Passwords do not match.',
  'Password reset successful!',
  'Biography updated!',
  'User "{}" deleted successfully.',
  'Failed to delete user.',
  'Failed to update biography.',
  'Failed to reset password.',
  'Error fetching user profile',
  'Error fetching user contributions',
  'Error loading contributions: {}',
  // Communities
  'Community name already exists',
  'Create Community',
  'No communities available.',
  'You are not part of any communities.',
  'Request to Join',
  'Request Sent',
  'Join',
  'Accept',
  'Deny',
  'No pending requests',
  'Members ({})',
  'Moderators ({})',
  'Promote to Moderator',
  'error',
  // Home
  "{}'s Home",
  'Notification Catch-up',
  'Clear All',
  'No notifications yet!',
  'New answer',
  'New comment',
  'Notifications are turned off.',
  'No starred questions yet!',
  'Find questions to star',
  'Failed to fetch starred questions',
  // Errors of failed calls
  'Error when fetching or filtering questions',
  'Error while creating a new question',
  'Error while creating a new answer',
  'Error while creating a new comment for the question',
  'Error while upvoting the question',
  'Error while downvoting the question',
  'Error when fetching question by id',
  'Error while adding / removing a star',
  'Error when fetching community',
  'Error when fetching tags',
  'Error when fetching users',
  'Error when fetching user',
  'Error when resetting password',
  'Error when updating biography',
  'Error when deleting user',
  'Error when adding member to community',
  'Error while adding member request',
  'Error while creating a new community',
  'Error while approving member request',
  'Error while rejecting member request',
  'Error when fetching community questions',
  'Error while adding moderator to community',
  'Error retrieving notifications',
  'Error marking notification as viewed',
  'Error clearing notifications',
  // Messages
  'Type your message here',
  'Start a Chat',
  'Hide Create Chat Panel',
  'Create New Chat',
  // Before the names
  'Chat with:',
  'Chat Participants:',
  'Select a user to start chatting',
  'Invalid chat update type',
  // Games
  'No gamers yet',
  'Available Games',
  'Game ID:',
  'Refresh List',
  'Nim Game',
  'Not started',
  'Leave Game',
  'Waiting...',
  'No winner',
  'Error fetching games',
  'Error creating game',
  'Error fetching gamers',
  'Error while getting games',
  'Error while creating a new game',
  'Error when fetching leaderboard',
  'Error when fetching gamers',
  'Error while creating gamer: {}',
  'Error while joining a game',
  'Error while leaving a game',
  // Unexpected states
  'User context is null.',
  'Login context is null.',
  'Unexpected Application Error!',
];

/** Labels of buttons, fields and headings, which may be used more than once. */
const uiLabels = [
  'Home',
  'Questions',
  'Tags',
  'Messaging',
  'Users',
  'Games',
  'Communities',
  'All Communities',
  'All Questions',
  'My Communities',
  'Submit',
  'Ask a Question',
  '{} Tags',
  'Answer Text',
  'Answer Question',
  'Comment',
  'Edit',
  'Save',
  'Cancel',
  'Reset Password',
  'Owner',
  'Log out',
  'Newest',
  'Joined',
  'Global Messages',
  'Direct Messages',
  'Send',
  'Create Game',
  'Join Game',
  'Status:',
  'Player 1',
  'Player 2',
];

/** Texts of the server. The UI imports them from there. */
const serverSentences = [
  'Please enter a username and password',
  'Please enter and confirm your new password.',
  'No user data found. Make sure the username parameter is correct.',
  'Please join the community to ask a question.',
  'Must request access to join this community.',
  'Title cannot be empty',
  'Title cannot be more than 100 characters',
  'Question text cannot be empty',
  'Answer text cannot be empty',
  'Comment text cannot be empty',
  'Message cannot be empty',
  'Please select a user to chat with',
  'Invalid chat ID',
  'Unknown game type',
  'Invalid hyperlink format.',
  'Should have at least 1 tag',
  'Cannot have more than 5 tags',
  'New tag length cannot be more than 20',
  'You must be logged in to star a question.',
  'You must be logged in to remove a star.',
  // Of the form. The page raises it without the full stop.
  'Community name already exists.',
];

type Node = { type: string; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Separates two elements: no text spans both. */
const border = '\0';

/** Returns the text of a child of an element. */
function reads({ type, value, expression }: Node): string {
  if (type === 'JSXText') return String(value).replace(/\s*\n\s*/g, ' ');
  if (type !== 'JSXExpressionContainer' || !isNode(expression)) return border;
  if (expression.type === 'Literal') return String(expression.value);
  return expression.type === 'JSXEmptyExpression' ? '' : '{}';
}

/** Returns the texts of a part of a source file: its strings, templates and JSX text. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (!isNode(node) || node.type === 'ImportDeclaration') return [];
  const within = Object.values(node).flatMap(textsOf);
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type === 'TemplateLiteral') {
    const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    return [parts.join('{}'), ...within];
  }
  if (!Array.isArray(node.children)) return within;
  const children = (node.children as Node[]).map(reads).join('').split(border);
  return [...children.map((text) => text.trim()), ...within];
}

const src = import.meta.dirname;
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|testSetup|^testing\//.test(file),
);
const uiTexts = files
  .filter((file) => file !== 'api/sentences.ts')
  .flatMap((file) =>
    textsOf(parseAst(readFileSync(join(src, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' })).map(
      (text) => ({
        file,
        text,
      }),
    ),
  );
const serverTexts = [
  ...readFileSync(join(src, '../../src/core/error.rs'), 'utf8').matchAll(/^ {4}\w+ +\d{3} "(.*)"$/gm),
].map(([, text = '']) => text.replaceAll('\\"', '"'));

/** Returns where the UI uses a text. */
const inUi = (sentence: string) => uiTexts.filter(({ text }) => text === sentence).map(({ file }) => file);
const onServer = (sentence: string) => serverTexts.filter((text) => text === sentence);

describe('the sentences of the specification', () => {
  it('are looked for in all texts', () => {
    expect(uiTexts.length).toBeGreaterThan(1500);
    expect(serverTexts).toEqual(expect.arrayContaining(Object.values(sentences)));
    const all = [...uiSentences, ...uiLabels, ...serverSentences];
    expect(all.filter((sentence, index) => all.indexOf(sentence) !== index)).toEqual([]);
  });

  it.each(uiSentences)('of the UI: %s', (sentence) => {
    expect(inUi(sentence), 'once in the UI').toHaveLength(1);
    expect(onServer(sentence), 'and not on the server').toEqual([]);
  });

  it.each(uiLabels)('on its buttons, fields and headings: %s', (label) => {
    expect(inUi(label)).not.toEqual([]);
  });

  it.each(serverSentences)('of the server: %s', (sentence) => {
    expect(onServer(sentence), 'once on the server').toHaveLength(1);
    expect(inUi(sentence), 'and in the UI only as what the server says').toEqual([]);
  });
});
