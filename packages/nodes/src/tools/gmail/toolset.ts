import type { JsonObject } from '@runnel/contract'
import type { ServiceArgs } from '../service-args.ts'
import { type HttpMethod, type ServiceDoing, serviceToolset } from '../service-toolset.ts'
import { gmailForm } from './form.ts'
import { tellMail, tellThread } from './tell-mail.ts'
import { writeMail } from './write-mail.ts'

const MINE = 'https://gmail.googleapis.com/gmail/v1/users/me'

const find = (what: string): ServiceDoing => ({
  request: (args) => ({
    url: `${MINE}/${what}`,
    query: { maxResults: args.number('maxResults') ?? '', q: args.text('query') },
  }),
})

const IDS = { drafts: 'draftId', messages: 'messageId', labels: 'labelId', threads: 'threadId' }

/** What is done to one thing: `act` is what stands behind its id. */
const one = (
  what: 'drafts' | 'messages' | 'labels' | 'threads',
  method: HttpMethod = 'GET',
  act = '',
): ServiceDoing => ({
  request: (args) => ({ url: `${MINE}/${what}/${args.id(IDS[what])}${act}`, method }),
})

const mailOf = (args: ServiceArgs) => ({
  raw: writeMail({
    to: args.text('to'),
    subject: args.text('subject'),
    body: args.text('body'),
    cc: args.text('cc'),
    bcc: args.text('bcc'),
  }),
})

const modify = (what: string, id: string): ServiceDoing => ({
  request: (args) => ({
    url: `${MINE}/${what}/${args.id(id)}/modify`,
    method: 'POST',
    json: { addLabelIds: args.list('addLabelIds') ?? [], removeLabelIds: args.list('removeLabelIds') ?? [] },
  }),
})

/** Gmail takes a colour of a label only with that of its text. */
function labelOf(args: ServiceArgs): JsonObject {
  const [name, color] = [args.text('labelName'), args.text('labelColor')]
  return {
    ...(name !== '' && { name }),
    ...(color !== '' && { color: { backgroundColor: color, textColor: '#000000' } }),
  }
}

const doings: Record<string, ServiceDoing> = {
  listDrafts: find('drafts'),
  createDraft: {
    request: (args) => ({ url: `${MINE}/drafts`, method: 'POST', json: { message: mailOf(args) } }),
  },
  getDraft: {
    request: (args) => ({ url: `${MINE}/drafts/${args.id('draftId')}`, query: { format: 'full' } }),
    tell: (draft) => tellMail((draft as JsonObject | null)?.message ?? null),
  },
  updateDraft: {
    request: (args) => ({
      url: `${MINE}/drafts/${args.id('draftId')}`,
      method: 'PUT',
      json: { message: mailOf(args) },
    }),
  },
  sendDraft: {
    request: (args) => ({ url: `${MINE}/drafts/send`, method: 'POST', json: { id: args.text('draftId') } }),
  },
  deleteDraft: one('drafts', 'DELETE'),
  listMessages: find('messages'),
  getMessage: {
    request: (args) => ({ url: `${MINE}/messages/${args.id('messageId')}`, query: { format: 'full' } }),
    tell: tellMail,
  },
  sendMessage: {
    request: (args) => ({ url: `${MINE}/messages/send`, method: 'POST', json: mailOf(args) }),
  },
  modifyMessage: modify('messages', 'messageId'),
  trashMessage: one('messages', 'POST', '/trash'),
  untrashMessage: one('messages', 'POST', '/untrash'),
  deleteMessage: one('messages', 'DELETE'),
  listLabels: { request: () => ({ url: `${MINE}/labels` }) },
  getLabel: one('labels'),
  createLabel: {
    request: (args) => ({
      url: `${MINE}/labels`,
      method: 'POST',
      json: { ...labelOf(args), labelListVisibility: 'labelShow', messageListVisibility: 'show' },
    }),
  },
  updateLabel: {
    request: (args) => ({
      url: `${MINE}/labels/${args.id('labelId')}`,
      method: 'PATCH',
      json: labelOf(args),
    }),
  },
  deleteLabel: one('labels', 'DELETE'),
  listThreads: find('threads'),
  getThread: {
    request: (args) => ({ url: `${MINE}/threads/${args.id('threadId')}`, query: { format: 'full' } }),
    tell: tellThread,
  },
  modifyThread: modify('threads', 'threadId'),
  trashThread: one('threads', 'POST', '/trash'),
  untrashThread: one('threads', 'POST', '/untrash'),
  deleteThread: one('threads', 'DELETE'),
}

/** The tools of Gmail. */
export const gmailToolset = serviceToolset(gmailForm, { label: 'Gmail', doings })
