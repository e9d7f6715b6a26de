import type { ServiceAction } from '../service-form.ts'
import { reads, writes } from '../service-parts.ts'

/** Params that an action shares with no other end with its name. */
const channelOf = (action: string) => ({ teamId: `teamId${action}`, channelId: `channelId${action}` })
const CHANNEL = ['teamId', 'channelId']
const members = channelOf('ChannelMembers')

/** What can be done with channels. */
export const channelActions: Record<string, ServiceAction> = {
  listChannels: reads(
    'Lists the channels of a team in Microsoft Teams.',
    { teamId: 'teamIdListChannels', maxResults: 'maxResultsListChannels' },
    ['teamId'],
  ),
  getChannel: reads('Reads what is known of a channel.', channelOf('GetChannel'), CHANNEL),
  createChannel: writes(
    'Makes a channel in a team.',
    {
      teamId: 'teamIdCreateChannel',
      displayName: 'displayNameCreateChannel',
      description: 'descriptionCreateChannel',
      membershipType: 'membershipTypeCreateChannel',
    },
    ['teamId', 'displayName'],
  ),
  updateChannel: writes(
    'Gives a channel another name.',
    { ...channelOf('UpdateChannel'), displayName: 'displayNameUpdateChannel' },
    [...CHANNEL, 'displayName'],
  ),
  deleteChannel: writes('Deletes a channel.', channelOf('DeleteChannel'), CHANNEL),
  archiveChannel: writes(
    'Archives a channel: it can be read and not be changed.',
    channelOf('DeleteChannel'),
    CHANNEL,
  ),
  unarchiveChannel: writes('Takes a channel out of the archive.', channelOf('DeleteChannel'), CHANNEL),
  listChannelMembers: reads(
    'Lists the members of a channel, with the ids of their memberships.',
    members,
    CHANNEL,
  ),
  addChannelMember: writes(
    'Adds a person to a private or shared channel.',
    { ...members, userId: 'userIdChannelMember' },
    [...CHANNEL, 'userId'],
  ),
  removeChannelMember: writes(
    'Takes a person out of a channel, by the id of the membership.',
    { ...members, userId: 'userIdChannelMember' },
    [...CHANNEL, 'userId'],
  ),
}

const ofMembers = { chatId: 'chatIdChatMembers', userId: 'userIdChatMember' }
const pin = { chatId: 'chatIdPinMessage', messageId: 'messageIdPinMessage' }

/** What can be done with chats. */
export const chatActions: Record<string, ServiceAction> = {
  listChats: reads('Lists the chats of the account in Microsoft Teams.', {
    maxResults: 'maxResultsListChats',
  }),
  getChat: reads('Reads what is known of a chat.', { chatId: 'chatIdGetChat' }, ['chatId']),
  createChat: writes(
    'Begins a chat; the account itself must be among its members.',
    { chatType: 'chatTypeCreateChat', topic: 'topicCreateChat', members: 'membersCreateChat' },
    ['members'],
  ),
  updateChat: writes(
    'Gives a group chat another topic.',
    { chatId: 'chatIdUpdateChat', topic: 'topicUpdateChat' },
    ['chatId', 'topic'],
  ),
  deleteChat: writes('Deletes a chat.', { chatId: 'chatIdDeleteChat' }, ['chatId']),
  listChatMembers: reads(
    'Lists the members of a chat, with the ids of their memberships.',
    { chatId: 'chatIdChatMembers' },
    ['chatId'],
  ),
  addChatMember: writes('Adds a person to a group chat.', ofMembers, ['chatId', 'userId']),
  removeChatMember: writes('Takes a person out of a group chat, by the id of the membership.', ofMembers, [
    'chatId',
    'userId',
  ]),
  pinMessage: writes('Pins a message at the top of a chat.', pin, ['chatId', 'messageId']),
  unpinMessage: writes('Unpins a message, by the id of the pin.', pin, ['chatId', 'messageId']),
}

const placeOf = (action: string) => ({
  chatChannelId: `chatChannelId${action}`,
  teamId: `teamId${action}`,
})
const messageOf = (action: string) => ({ ...placeOf(action), messageId: `messageId${action}` })
const MESSAGE = ['chatChannelId', 'messageId']

/** What can be done with messages, of a chat or, where a team is named, of its channel. */
export const messageActions: Record<string, ServiceAction> = {
  listMessages: reads(
    'Lists messages of a chat, or of a channel of a team.',
    { ...placeOf('ListMessages'), maxResults: 'maxResultsListMessages' },
    ['chatChannelId'],
  ),
  getMessage: reads('Reads a message.', messageOf('GetMessage'), MESSAGE),
  sendMessage: writes(
    'Sends a message to a chat, or to a channel of a team.',
    {
      ...placeOf('SendMessage'),
      messageBody: 'messageBodySendMessage',
      contentType: 'contentTypeSendMessage',
    },
    ['chatChannelId', 'messageBody'],
  ),
  updateMessage: writes(
    'Changes the text of a message of the account.',
    { ...messageOf('UpdateMessage'), messageBody: 'messageBodyUpdateMessage' },
    [...MESSAGE, 'messageBody'],
  ),
  deleteMessage: writes('Deletes a message of the account.', messageOf('DeleteMessage'), MESSAGE),
  replyToMessage: writes(
    'Answers a message of a channel of a team; in a chat, which has no threads, the answer is a message.',
    { ...messageOf('ReplyMessage'), replyBody: 'replyBodyReplyMessage' },
    [...MESSAGE, 'replyBody'],
  ),
  setReaction: writes(
    'Puts a reaction under a message.',
    { ...messageOf('Reaction'), reactionType: 'reactionTypeSetReaction' },
    MESSAGE,
  ),
  unsetReaction: writes(
    'Takes the reaction away again.',
    { ...messageOf('Reaction'), reactionType: 'reactionTypeSetReaction' },
    MESSAGE,
  ),
  getAllMessages: reads(
    'Lists messages of all channels of a team, or of all chats of the account. The scope of the credential must allow it.',
    { teamId: 'teamIdListMessages', maxResults: 'maxResultsListMessages' },
  ),
}
