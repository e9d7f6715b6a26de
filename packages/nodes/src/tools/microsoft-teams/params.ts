import type { ServiceParam } from '../service-form.ts'
import { choiceParam, numberParam, textParam } from '../service-parts.ts'

/** What the arguments are. */
const ARGUMENTS: Readonly<Record<string, ServiceParam>> = {
  teamId: textParam('Team ID', 'The id of the team; for messages of a channel only'),
  channelId: textParam('Channel ID', 'The id of the channel'),
  chatId: textParam('Chat ID', 'The id of the chat'),
  chatChannelId: textParam('Chat/Channel ID', 'The id of the chat, or of the channel of a team'),
  messageId: textParam('Message ID', 'The id of the message'),
  userId: textParam('User ID', 'The id of the person, or of the membership where one is taken out'),
  displayName: textParam('Display Name', 'The name of the channel'),
  description: textParam('Description', 'What the channel is for', 2),
  topic: textParam('Topic', 'The topic of the chat'),
  members: textParam('Members', 'Ids or mail addresses of the members, with commas between them'),
  messageBody: textParam('Message Body', 'The text of the message', 4),
  replyBody: textParam('Reply Body', 'The text of the answer', 3),
  maxResults: numberParam('Max Results', 'The largest number to give', 50),
  membershipType: choiceParam('Membership Type', 'Who is in the channel', {
    standard: 'Standard',
    private: 'Private',
    shared: 'Shared',
  }),
  chatType: choiceParam('Chat Type', 'For two, or for a group', { oneOnOne: 'One on One', group: 'Group' }),
  contentType: choiceParam('Content Type', 'What the text is', { text: 'Text', html: 'HTML' }),
  reactionType: choiceParam('Reaction Type', 'Which reaction', {
    like: 'Like',
    heart: 'Heart',
    laugh: 'Laugh',
    surprised: 'Surprised',
    sad: 'Sad',
    angry: 'Angry',
  }),
}

/** The argument of each param, and for which actions it is, as its label tells. */
const PARAMS: Readonly<Record<string, readonly string[]>> = {
  teamId: [
    'ListChannels',
    'GetChannel',
    'CreateChannel',
    'UpdateChannel',
    'DeleteChannel',
    'ChannelMembers',
    'ListMessages',
    'GetMessage',
    'SendMessage',
    'UpdateMessage',
    'DeleteMessage',
    'ReplyMessage',
    'Reaction',
  ],
  maxResults: ['ListChannels', 'ListChats', 'ListMessages'],
  channelId: ['GetChannel', 'UpdateChannel', 'DeleteChannel', 'ChannelMembers'],
  displayName: ['CreateChannel', 'UpdateChannel'],
  description: ['CreateChannel'],
  membershipType: ['CreateChannel'],
  userId: ['ChannelMember', 'ChatMember'],
  chatId: ['GetChat', 'UpdateChat', 'DeleteChat', 'ChatMembers', 'PinMessage'],
  chatType: ['CreateChat'],
  topic: ['CreateChat', 'UpdateChat'],
  members: ['CreateChat'],
  messageId: ['PinMessage', 'GetMessage', 'UpdateMessage', 'DeleteMessage', 'ReplyMessage', 'Reaction'],
  chatChannelId: [
    'ListMessages',
    'GetMessage',
    'SendMessage',
    'UpdateMessage',
    'DeleteMessage',
    'ReplyMessage',
    'Reaction',
  ],
  messageBody: ['SendMessage', 'UpdateMessage'],
  contentType: ['SendMessage'],
  replyBody: ['ReplyMessage'],
  reactionType: ['SetReaction'],
}

const DEFAULTS: Readonly<Record<string, string>> = {
  membershipTypeCreateChannel: 'standard',
  chatTypeCreateChat: 'group',
  contentTypeSendMessage: 'text',
  reactionTypeSetReaction: 'like',
}

/** Params of Microsoft Teams by name: the argument, and what it is for. */
export const teamsParams: Record<string, ServiceParam> = Object.fromEntries(
  Object.entries(PARAMS).flatMap(([argument, places]) =>
    places.map((place) => {
      const { label = argument, description = label, ...facts } = ARGUMENTS[argument] ?? {}
      const title = place.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`).trim()
      const name = `${argument}${place}`
      const fallback = DEFAULTS[name]
      const param: ServiceParam = {
        ...facts,
        label: `${label} [${title}]`,
        description,
        ...(fallback !== undefined && { default: fallback }),
      }
      return [name, param] as const
    }),
  ),
)
