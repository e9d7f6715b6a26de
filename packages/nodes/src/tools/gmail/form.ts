import type { ServiceAction, ServiceForm } from '../service-form.ts'
import { numberParam, reads, textParam, writes } from '../service-parts.ts'

const drafts: Record<string, ServiceAction> = {
  listDrafts: reads('Lists the ids of drafts in Gmail.', { maxResults: 'draftMaxResults' }),
  createDraft: writes(
    'Writes a draft of a mail in Gmail, without sending it.',
    { to: 'draftTo', subject: 'draftSubject', body: 'draftBody', cc: 'draftCc', bcc: 'draftBcc' },
    ['to', 'subject', 'body'],
  ),
  getDraft: reads('Reads a draft in Gmail.', { draftId: 'draftId' }, ['draftId']),
  updateDraft: writes(
    'Writes a draft in Gmail anew; what stood there is replaced as a whole.',
    { draftId: 'draftId', to: 'draftUpdateTo', subject: 'draftUpdateSubject', body: 'draftUpdateBody' },
    ['draftId', 'to', 'subject', 'body'],
  ),
  sendDraft: writes('Sends a draft in Gmail to those to whom it is written.', { draftId: 'draftId' }, [
    'draftId',
  ]),
  deleteDraft: writes('Deletes a draft in Gmail for good.', { draftId: 'draftId' }, ['draftId']),
}

const message = { messageId: 'messageId' }

const messages: Record<string, ServiceAction> = {
  listMessages: reads('Finds mails in Gmail; gives their ids, newest first.', {
    maxResults: 'messageMaxResults',
    query: 'messageQuery',
  }),
  getMessage: reads('Reads a mail in Gmail.', message, ['messageId']),
  sendMessage: writes(
    'Sends a mail from Gmail.',
    { to: 'messageTo', subject: 'messageSubject', body: 'messageBody', cc: 'messageCc', bcc: 'messageBcc' },
    ['to', 'subject', 'body'],
  ),
  modifyMessage: writes(
    'Adds labels to a mail in Gmail, or takes them away, such as UNREAD.',
    { ...message, addLabelIds: 'messageAddLabelIds', removeLabelIds: 'messageRemoveLabelIds' },
    ['messageId'],
  ),
  trashMessage: writes('Moves a mail in Gmail to the trash.', message, ['messageId']),
  untrashMessage: writes('Takes a mail in Gmail out of the trash.', message, ['messageId']),
  deleteMessage: writes(
    'Deletes a mail in Gmail for good. The scope of the credential must hold https://mail.google.com/.',
    message,
    ['messageId'],
  ),
}

const labels: Record<string, ServiceAction> = {
  listLabels: reads('Lists the labels of Gmail with their ids.', {}),
  getLabel: reads('Reads a label of Gmail, with how many mails have it.', { labelId: 'labelId' }, [
    'labelId',
  ]),
  createLabel: writes('Makes a label in Gmail.', { labelName: 'labelName', labelColor: 'labelColor' }, [
    'labelName',
  ]),
  updateLabel: writes(
    'Changes the name or the colour of a label in Gmail.',
    { labelId: 'labelId', labelName: 'labelName', labelColor: 'labelColor' },
    ['labelId'],
  ),
  deleteLabel: writes('Deletes a label of Gmail; mails lose it and stay.', { labelId: 'labelId' }, [
    'labelId',
  ]),
}

const thread = { threadId: 'threadId' }

const threads: Record<string, ServiceAction> = {
  listThreads: reads('Finds conversations in Gmail; gives their ids, newest first.', {
    maxResults: 'threadMaxResults',
    query: 'threadQuery',
  }),
  getThread: reads('Reads all mails of a conversation in Gmail.', thread, ['threadId']),
  modifyThread: writes(
    'Adds labels to all mails of a conversation in Gmail, or takes them away.',
    { ...thread, addLabelIds: 'threadAddLabelIds', removeLabelIds: 'threadRemoveLabelIds' },
    ['threadId'],
  ),
  trashThread: writes('Moves a conversation in Gmail to the trash.', thread, ['threadId']),
  untrashThread: writes('Takes a conversation in Gmail out of the trash.', thread, ['threadId']),
  deleteThread: writes(
    'Deletes a conversation in Gmail for good. The scope of the credential must hold https://mail.google.com/.',
    thread,
    ['threadId'],
  ),
}

const query = textParam(
  'Query',
  'What to find, in the words of the search of Gmail, such as “is:unread from:ada@example.com”',
)
const addLabels = textParam('Add Label IDs', 'Ids of labels to add, with commas between them')
const removeLabels = textParam('Remove Label IDs', 'Ids of labels to take away, with commas between them')
const to = textParam('To', 'Addresses of those to whom it goes, with commas between them')
const cc = textParam('CC', 'Addresses of those who get a copy, with commas between them')
const bcc = textParam('BCC', 'Addresses of those who get a copy that nobody sees, with commas between them')
const subject = textParam('Subject', 'The subject of the mail')
const body = textParam('Body', 'The text of the mail, plain or as HTML', 4)

/** What Gmail can do as a tool. */
export const gmailForm: ServiceForm = {
  prefix: 'gmail',
  choice: { param: 'gmailType', label: 'Type' },
  groups: [
    { name: 'drafts', label: 'Draft', param: 'draftActions', actions: drafts },
    { name: 'messages', label: 'Message', param: 'messageActions', actions: messages },
    { name: 'labels', label: 'Label', param: 'labelActions', actions: labels },
    { name: 'threads', label: 'Thread', param: 'threadActions', actions: threads },
  ],
  params: {
    draftMaxResults: numberParam('Max Results', 'The largest number of drafts to give', 100),
    draftTo: to,
    draftSubject: subject,
    draftBody: body,
    draftCc: cc,
    draftBcc: bcc,
    draftId: textParam('Draft ID', 'The id of the draft'),
    draftUpdateTo: to,
    draftUpdateSubject: subject,
    draftUpdateBody: body,
    messageMaxResults: numberParam('Max Results', 'The largest number of mails to give', 100),
    messageQuery: query,
    messageTo: to,
    messageSubject: subject,
    messageBody: body,
    messageCc: cc,
    messageBcc: bcc,
    messageId: textParam('Message ID', 'The id of the mail'),
    messageAddLabelIds: addLabels,
    messageRemoveLabelIds: removeLabels,
    labelName: textParam('Label Name', 'The name of the label'),
    labelColor: textParam(
      'Label Color',
      'The background of the label as a colour of Gmail’s palette, such as #16a766',
    ),
    labelId: textParam('Label ID', 'The id of the label'),
    threadMaxResults: numberParam('Max Results', 'The largest number of conversations to give', 100),
    threadQuery: query,
    threadId: textParam('Thread ID', 'The id of the conversation'),
    threadAddLabelIds: addLabels,
    threadRemoveLabelIds: removeLabels,
  },
}
