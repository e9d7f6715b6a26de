import { isJsonObject, type JsonObject } from '@runnel/contract'
import { textAt } from '@runnel/node-kit'
import { type FakeServer, jsonReply, type SentRequest, type ToolCase } from '../tool-case.fixture.ts'

const API = '/rest/api/2'

/** What Jira Cloud says of a request that it does not take. */
function refuse({ method, url, body }: SentRequest): string | undefined {
  const sent: JsonObject = isJsonObject(body) ? body : {}
  const path = url.pathname.slice(API.length)
  if (path === '/search') return 'The requested API has been removed.'
  if (path === '/search/jql' && !url.searchParams.get('jql')) return 'Unbounded JQL queries are not allowed.'
  if (method === 'POST' && path === '/issue' && textAt(sent, 'fields', 'project', 'key') === '')
    return 'project is required'
  if (
    /\/comment(?:\/\d+)?$/.test(path) &&
    method !== 'GET' &&
    method !== 'DELETE' &&
    textAt(sent, 'body') === ''
  )
    return 'Comment body can not be empty!'
  if (path === '/user' && method === 'POST' && !Array.isArray(sent.products)) return 'products is required'
  if (path === '/user' && method !== 'POST' && !url.searchParams.get('accountId'))
    return 'The query parameter accountId is required.'
  return undefined
}

const server: FakeServer = {
  hosts: ['tea.atlassian.net'],
  answer(sent) {
    if (sent.headers.authorization !== 'Bearer test-bearer-of-jira')
      return jsonReply({ message: 'Client must be authenticated' }, 401)
    if (!sent.url.pathname.startsWith(API)) return jsonReply({ message: 'dead link' }, 404)
    const fault = refuse(sent)
    if (fault !== undefined) return jsonReply({ errorMessages: [fault], errors: {} }, 400)
    const isDone =
      sent.method === 'PUT' || sent.method === 'DELETE' || sent.url.pathname.endsWith('/transitions')
    return isDone ? { status: 204, headers: {}, body: '' } : jsonReply({ id: '10001', key: 'TEA-1' })
  },
  huge: () => jsonReply({ issues: [{ key: 'word '.repeat(50_000) }] }),
}

const DONE = 'It is done.'
const at = (sends: string) => `${sends.split(' ')[0]} ${API}${sends.split(' ')[1]}`
const issue = { issueKey: 'TEA-1' }
const TOLD = 'summary%2Cstatus%2Cissuetype%2Cpriority%2Cassignee%2Ccreated%2Cupdated'

/** Jira in the tests of the family. */
export const jiraToolCase: ToolCase = {
  node: 'jiraTool',
  values: {
    jiraHost: 'https://tea.atlassian.net/',
    jiraType: 'issues',
    issueActions: '["listIssues"]',
  },
  credential: {
    username: 'ada@example.com',
    accessToken: 'test-token-of-jira',
    bearerToken: 'test-bearer-of-jira',
  },
  secrets: ['accessToken', 'bearerToken'],
  input: { jql: 'status = "To Do"' },
  says: 'TEA-1',
  wrong: [[{}, 'call the tool again with "jql" or "projectKey"']],
  server,
  actions: {
    listIssues: {
      input: { projectKey: 'T"EA', maxResults: 5 },
      says: 'TEA-1',
      sends: at(
        `GET /search/jql?jql=project+%3D+%22T%5C%22EA%22+ORDER+BY+created+DESC&maxResults=5&fields=${TOLD}`,
      ),
    },
    createIssue: {
      input: {
        projectKey: 'TEA',
        issueType: 'Bug',
        summary: 'Cold',
        priority: 'High',
        assigneeAccountId: 'a1',
      },
      says: 'TEA-1',
      sends: at('POST /issue'),
      body: {
        fields: {
          project: { key: 'TEA' },
          issuetype: { name: 'Bug' },
          summary: 'Cold',
          priority: { name: 'High' },
          assignee: { accountId: 'a1' },
        },
      },
    },
    getIssue: { input: issue, says: 'TEA-1', sends: at('GET /issue/TEA-1') },
    updateIssue: {
      input: { ...issue, description: 'Very cold' },
      says: DONE,
      sends: at('PUT /issue/TEA-1'),
      body: { fields: { description: 'Very cold' } },
    },
    deleteIssue: { input: issue, says: DONE, sends: at('DELETE /issue/TEA-1') },
    assignIssue: {
      input: { ...issue, assigneeAccountId: 'a1' },
      says: DONE,
      sends: at('PUT /issue/TEA-1/assignee'),
      body: { accountId: 'a1' },
    },
    transitionIssue: {
      input: { ...issue, transitionId: '31' },
      says: DONE,
      sends: at('POST /issue/TEA-1/transitions'),
      body: { transition: { id: '31' } },
    },
    listComments: { input: issue, says: 'TEA-1', sends: at('GET /issue/TEA-1/comment') },
    createComment: {
      input: { ...issue, text: 'Hot now' },
      says: 'TEA-1',
      sends: at('POST /issue/TEA-1/comment'),
      body: { body: 'Hot now' },
    },
    getComment: {
      input: { ...issue, commentId: '7' },
      says: 'TEA-1',
      sends: at('GET /issue/TEA-1/comment/7'),
    },
    updateComment: {
      input: { ...issue, commentId: '7', text: 'Warm' },
      says: DONE,
      sends: at('PUT /issue/TEA-1/comment/7'),
      body: { body: 'Warm' },
    },
    deleteComment: {
      input: { ...issue, commentId: '7' },
      says: DONE,
      sends: at('DELETE /issue/TEA-1/comment/7'),
    },
    searchUsers: {
      input: { query: 'ada', maxResults: 2 },
      says: '10001',
      sends: at('GET /user/search?query=ada&maxResults=2'),
    },
    getUser: { input: { accountId: 'a 1' }, says: '10001', sends: at('GET /user?accountId=a+1') },
    createUser: {
      input: { email: 'bob@example.com', displayName: 'Bob' },
      says: '10001',
      sends: at('POST /user'),
      body: { emailAddress: 'bob@example.com', displayName: 'Bob', products: [] },
    },
    updateUser: {
      input: { accountId: 'a1', displayName: 'Ada' },
      says: DONE,
      sends: at('PUT /user?accountId=a1'),
      body: { displayName: 'Ada' },
    },
    deleteUser: { input: { accountId: 'a1' }, says: DONE, sends: at('DELETE /user?accountId=a1') },
  },
}
