import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { ServiceArgs } from '../service-args.ts'
import { type HttpMethod, type ServiceDoing, serviceToolset } from '../service-toolset.ts'
import { teamsForm } from './form.ts'

const API = 'https://graph.microsoft.com/v1.0'

/** Where something is, by the arguments that name it. */
type Place = (args: ServiceArgs) => string

const channel: Place = (args) => `${API}/teams/${args.id('teamId')}/channels/${args.id('channelId')}`
const chat: Place = (args) => `${API}/chats/${args.id('chatId')}`
/** A channel where a team is named, else a chat. */
const talk: Place = (args) =>
  args.text('teamId') === ''
    ? `${API}/chats/${args.id('chatChannelId')}`
    : `${API}/teams/${args.id('teamId')}/channels/${args.id('chatChannelId')}`
const message: Place = (args) => `${talk(args)}/messages/${args.id('messageId')}`

const at = (method: HttpMethod, place: Place, write?: (args: ServiceArgs) => JsonObject): ServiceDoing => ({
  request: (args) => ({ url: place(args), method, ...(write && { json: write(args) }) }),
})

/** A person as a member. The address is a name for Graph, which nobody calls. */
const memberOf = (id: string, role?: string): JsonObject => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  roles: role === undefined ? [] : [role],
  'user@odata.bind': `${API}/users('${encodeURIComponent(id).replaceAll("'", '%27')}')`,
})

/** Graph gives all of some lists at once. */
const firstOnes = (answer: JsonValue, args: ServiceArgs): string => {
  const most = Math.max(Math.floor(args.number('maxResults') ?? 50), 1)
  if (!isJsonObject(answer) || !Array.isArray(answer.value)) return JSON.stringify(answer)
  return JSON.stringify({ value: answer.value.slice(0, most) })
}

const top = (args: ServiceArgs): JsonObject => ({ $top: Math.min(args.number('maxResults') ?? 50, 50) })

/** What Graph knows of the names of reactions. */
const REACTIONS: Record<string, string> = {
  like: '👍',
  heart: '❤️',
  laugh: '😆',
  surprised: '😮',
  sad: '🙁',
  angry: '😡',
}
const reaction = (args: ServiceArgs) => ({
  reactionType: REACTIONS[args.text('reactionType') || 'like'] ?? '👍',
})
const textOf = (args: ServiceArgs, name: string) => ({
  body: { contentType: args.text('contentType') || 'text', content: args.text(name) },
})

const doings: Record<string, ServiceDoing> = {
  listChannels: {
    request: (args) => ({ url: `${API}/teams/${args.id('teamId')}/channels` }),
    tell: firstOnes,
  },
  getChannel: at('GET', channel),
  createChannel: at(
    'POST',
    (args) => `${API}/teams/${args.id('teamId')}/channels`,
    (args) => ({
      displayName: args.text('displayName'),
      description: args.text('description'),
      membershipType: args.text('membershipType') || 'standard',
    }),
  ),
  updateChannel: at('PATCH', channel, (args) => ({ displayName: args.text('displayName') })),
  deleteChannel: at('DELETE', channel),
  archiveChannel: at('POST', (args) => `${channel(args)}/archive`),
  unarchiveChannel: at('POST', (args) => `${channel(args)}/unarchive`),
  listChannelMembers: at('GET', (args) => `${channel(args)}/members`),
  addChannelMember: at(
    'POST',
    (args) => `${channel(args)}/members`,
    (args) => memberOf(args.text('userId')),
  ),
  removeChannelMember: at('DELETE', (args) => `${channel(args)}/members/${args.id('userId')}`),
  listChats: { request: (args) => ({ url: `${API}/me/chats`, query: top(args) }) },
  getChat: at('GET', chat),
  createChat: at(
    'POST',
    () => `${API}/chats`,
    (args) => ({
      chatType: args.text('chatType') || 'group',
      ...(args.text('topic') !== '' && { topic: args.text('topic') }),
      members: (args.list('members') ?? []).map((id) => memberOf(id, 'owner')),
    }),
  ),
  updateChat: at('PATCH', chat, (args) => ({ topic: args.text('topic') })),
  deleteChat: at('DELETE', chat),
  listChatMembers: at('GET', (args) => `${chat(args)}/members`),
  addChatMember: at(
    'POST',
    (args) => `${chat(args)}/members`,
    (args) => memberOf(args.text('userId'), 'owner'),
  ),
  removeChatMember: at('DELETE', (args) => `${chat(args)}/members/${args.id('userId')}`),
  pinMessage: at(
    'POST',
    (args) => `${chat(args)}/pinnedMessages`,
    (args) => ({ 'message@odata.bind': `${chat(args)}/messages/${args.id('messageId')}` }),
  ),
  unpinMessage: at('DELETE', (args) => `${chat(args)}/pinnedMessages/${args.id('messageId')}`),
  listMessages: { request: (args) => ({ url: `${talk(args)}/messages`, query: top(args) }) },
  getMessage: at('GET', message),
  sendMessage: at(
    'POST',
    (args) => `${talk(args)}/messages`,
    (args) => textOf(args, 'messageBody'),
  ),
  updateMessage: at('PATCH', message, (args) => textOf(args, 'messageBody')),
  deleteMessage: at('POST', (args) =>
    args.text('teamId') === ''
      ? `${API}/me/chats/${args.id('chatChannelId')}/messages/${args.id('messageId')}/softDelete`
      : `${message(args)}/softDelete`,
  ),
  replyToMessage: at(
    'POST',
    (args) => (args.text('teamId') === '' ? `${talk(args)}/messages` : `${message(args)}/replies`),
    (args) => textOf(args, 'replyBody'),
  ),
  setReaction: at('POST', (args) => `${message(args)}/setReaction`, reaction),
  unsetReaction: at('POST', (args) => `${message(args)}/unsetReaction`, reaction),
  getAllMessages: {
    request: (args) => ({
      url:
        args.text('teamId') === ''
          ? `${API}/me/chats/getAllMessages`
          : `${API}/teams/${args.id('teamId')}/channels/getAllMessages`,
      query: top(args),
    }),
  },
}

/** The tools of Microsoft Teams. */
export const teamsToolset = serviceToolset(teamsForm, { label: 'Microsoft Teams', doings })
