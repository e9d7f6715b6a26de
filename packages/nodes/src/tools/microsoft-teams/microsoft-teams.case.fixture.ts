import { isJsonObject, type JsonObject } from '@runnel/contract'
import { listAt, textAt } from '@runnel/node-kit'
import { account, fakeAccount } from '../fake-account.fixture.ts'
import type { SentRequest, ToolCase } from '../tool-case.fixture.ts'

const V1 = '/v1.0'

/** What Graph says of a request that it does not take. */
function refuse({ method, url, body }: SentRequest): string | undefined {
  const sent: JsonObject = isJsonObject(body) ? body : {}
  const path = url.pathname.slice(V1.length)
  if (!url.pathname.startsWith(V1)) return 'Resource not found for the segment.'
  if (method === 'POST' && path === '/chats' && listAt(sent, 'members').length < 2)
    return 'A chat needs two members.'
  if (method === 'POST' && /\/(?:messages|replies)$/.test(path) && textAt(sent, 'body', 'content') === '')
    return 'Missing body content.'
  if (method === 'POST' && path.endsWith('/members') && !isPerson(sent)) return 'Invalid member.'
  if (/etReaction$/.test(path) && !/^\P{ASCII}+$/u.test(textAt(sent, 'reactionType')))
    return 'Invalid reaction.'
  return undefined
}

const isPerson = (sent: JsonObject) =>
  /^https:\/\/graph\.microsoft\.com\/v1\.0\/users\('[^'()]+'\)$/.test(textAt(sent, 'user@odata.bind'))

function answer({ method, url }: SentRequest) {
  const path = url.pathname
  if (method === 'DELETE' || /\/(?:archive|unarchive|softDelete|setReaction|unsetReaction)$/.test(path))
    return null
  return { value: [{ id: 'found-1' }, { id: 'found-2' }] }
}

const DONE = 'It is done.'
const FOUND = 'found-1'
const at = (sends: string) => `${sends.split(' ')[0]} ${V1}${sends.split(' ')[1]}`
const channel = { teamId: 't1', channelId: '19:c1@thread.tacv2' }
const IN_CHANNEL = '/teams/t1/channels/19%3Ac1%40thread.tacv2'
const inTeam = { teamId: 't1', chatChannelId: 'c1', messageId: 'm1' }
const inChat = { chatChannelId: 'k1', messageId: 'm1' }
const person = (id: string) => ({ 'user@odata.bind': `https://graph.microsoft.com/v1.0/users('${id}')` })

/** Microsoft Teams in the tests of the family. */
export const microsoftTeamsCase: ToolCase = {
  node: 'microsoftTeams',
  values: { teamsType: 'chat', chatActions: '["listChats"]' },
  credential: account,
  input: {},
  says: FOUND,
  wrong: [],
  server: fakeAccount({
    hosts: ['graph.microsoft.com'],
    refuse,
    answer,
    huge: (text) => ({ value: [{ id: text }] }),
  }),
  actions: {
    listChannels: {
      input: { teamId: 't1', maxResults: 1 },
      says: '{"value":[{"id":"found-1"}]}',
      sends: at('GET /teams/t1/channels'),
    },
    getChannel: { input: channel, says: FOUND, sends: at(`GET ${IN_CHANNEL}`) },
    createChannel: {
      input: { teamId: 't1', displayName: 'Tea' },
      says: FOUND,
      sends: at('POST /teams/t1/channels'),
      body: { displayName: 'Tea', membershipType: 'standard' },
    },
    updateChannel: {
      input: { ...channel, displayName: 'Coffee' },
      says: FOUND,
      sends: at(`PATCH ${IN_CHANNEL}`),
      body: { displayName: 'Coffee' },
    },
    deleteChannel: { input: channel, says: DONE, sends: at(`DELETE ${IN_CHANNEL}`) },
    archiveChannel: { input: channel, says: DONE, sends: at(`POST ${IN_CHANNEL}/archive`) },
    unarchiveChannel: { input: channel, says: DONE, sends: at(`POST ${IN_CHANNEL}/unarchive`) },
    listChannelMembers: { input: channel, says: FOUND, sends: at(`GET ${IN_CHANNEL}/members`) },
    addChannelMember: {
      input: { ...channel, userId: 'u1' },
      says: FOUND,
      sends: at(`POST ${IN_CHANNEL}/members`),
      body: person('u1'),
    },
    removeChannelMember: {
      input: { ...channel, userId: 'M=1' },
      says: DONE,
      sends: at(`DELETE ${IN_CHANNEL}/members/M%3D1`),
    },
    listChats: { input: { maxResults: 900 }, says: FOUND, sends: at('GET /me/chats?%24top=50') },
    getChat: { input: { chatId: 'k1' }, says: FOUND, sends: at('GET /chats/k1') },
    createChat: {
      input: { members: "ada@example.com, o'b@example.com", topic: 'Tea' },
      says: FOUND,
      sends: at('POST /chats'),
      body: {
        chatType: 'group',
        topic: 'Tea',
        members: [person('ada%40example.com'), person('o%27b%40example.com')].map((each) => ({
          ...each,
          roles: ['owner'],
          '@odata.type': '#microsoft.graph.aadUserConversationMember',
        })),
      },
    },
    updateChat: {
      input: { chatId: 'k1', topic: 'Tea' },
      says: FOUND,
      sends: at('PATCH /chats/k1'),
      body: { topic: 'Tea' },
    },
    deleteChat: { input: { chatId: 'k1' }, says: DONE, sends: at('DELETE /chats/k1') },
    listChatMembers: { input: { chatId: 'k1' }, says: FOUND, sends: at('GET /chats/k1/members') },
    addChatMember: {
      input: { chatId: 'k1', userId: 'u1' },
      says: FOUND,
      sends: at('POST /chats/k1/members'),
      body: person('u1'),
    },
    removeChatMember: {
      input: { chatId: 'k1', userId: 'M1' },
      says: DONE,
      sends: at('DELETE /chats/k1/members/M1'),
    },
    pinMessage: {
      input: { chatId: 'k1', messageId: 'm1' },
      says: FOUND,
      sends: at('POST /chats/k1/pinnedMessages'),
      body: { 'message@odata.bind': 'https://graph.microsoft.com/v1.0/chats/k1/messages/m1' },
    },
    unpinMessage: {
      input: { chatId: 'k1', messageId: 'p1' },
      says: DONE,
      sends: at('DELETE /chats/k1/pinnedMessages/p1'),
    },
    listMessages: {
      input: { chatChannelId: 'c1', teamId: 't1', maxResults: 5 },
      says: FOUND,
      sends: at('GET /teams/t1/channels/c1/messages?%24top=5'),
    },
    getMessage: { input: inChat, says: FOUND, sends: at('GET /chats/k1/messages/m1') },
    sendMessage: {
      input: { chatChannelId: 'k1', messageBody: 'Tea?' },
      says: FOUND,
      sends: at('POST /chats/k1/messages'),
      body: { body: { contentType: 'text', content: 'Tea?' } },
    },
    updateMessage: {
      input: { ...inTeam, messageBody: 'Coffee?' },
      says: FOUND,
      sends: at('PATCH /teams/t1/channels/c1/messages/m1'),
      body: { body: { content: 'Coffee?' } },
    },
    deleteMessage: {
      input: inChat,
      says: DONE,
      sends: at('POST /me/chats/k1/messages/m1/softDelete'),
    },
    replyToMessage: {
      input: { ...inTeam, replyBody: 'Yes' },
      says: FOUND,
      sends: at('POST /teams/t1/channels/c1/messages/m1/replies'),
      body: { body: { content: 'Yes' } },
    },
    setReaction: {
      input: { ...inChat, reactionType: 'heart' },
      says: DONE,
      sends: at('POST /chats/k1/messages/m1/setReaction'),
      body: { reactionType: '❤️' },
    },
    unsetReaction: {
      input: inTeam,
      says: DONE,
      sends: at('POST /teams/t1/channels/c1/messages/m1/unsetReaction'),
    },
    getAllMessages: {
      input: { teamId: 't1' },
      says: FOUND,
      sends: at('GET /teams/t1/channels/getAllMessages?%24top=50'),
    },
  },
}
