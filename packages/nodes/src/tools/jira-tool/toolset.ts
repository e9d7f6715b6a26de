import { type JsonObject, RunnelError } from '@runnel/contract'
import { type Authorise, authoriseRequest, type Component, readText } from '@runnel/node-kit'
import type { ServiceArgs } from '../service-args.ts'
import { type HttpMethod, type ServiceDoing, serviceToolset } from '../service-toolset.ts'
import { jiraForm } from './form.ts'

/** Where Jira is. Its second API speaks plain texts in the cloud and on servers alike. */
interface Jira {
  api: string
  /** Knows people by account ids, where servers know them by names. */
  isCloud: boolean
}

const CLOUD = ['atlassian.net', 'jira-dev.com', 'api.atlassian.com']
const TOLD = 'summary,status,issuetype,priority,assignee,created,updated'

function readJira({ values, label }: Component): Jira {
  const address = readText(values, 'jiraHost').trim().replace(/\/$/, '')
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url && ['http:', 'https:'].includes(url.protocol)) {
    const isCloud = CLOUD.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
    return { api: `${url.origin}${url.pathname.replace(/\/$/, '')}/rest/api/2`, isCloud }
  }
  throw new RunnelError(
    'invalid_input',
    `${label} has no address of Jira. Write the whole one, such as https://example.atlassian.net.`,
  )
}

/** What is done, by its path below the API. */
const at = (
  method: HttpMethod,
  path: (args: ServiceArgs) => string,
  { write, query }: { write?: Say; query?: Say } = {},
): ServiceDoing => ({
  request(args, component) {
    const jira = readJira(component)
    return {
      url: `${jira.api}${path(args)}`,
      method,
      ...(query && { query: query(args, jira) }),
      ...(write && { json: write(args, jira) }),
    }
  },
})
type Say = (args: ServiceArgs, jira: Jira) => JsonObject

const issue = (args: ServiceArgs) => `/issue/${args.id('issueKey')}`
const comment = (args: ServiceArgs) => `${issue(args)}/comment/${args.id('commentId')}`

const personOf = (id: string, { isCloud }: Jira): JsonObject => (isCloud ? { accountId: id } : { name: id })
const userOf: Say = (args, { isCloud }) =>
  isCloud ? { accountId: args.text('accountId') } : { username: args.text('accountId') }

/** Fields of an issue; nothing of what was left out. */
const fieldsOf: Say = (args, jira) => {
  const [summary, description] = [args.text('summary'), args.text('description')]
  const [priority, assignee] = [args.text('priority'), args.text('assigneeAccountId')]
  return {
    ...(summary !== '' && { summary }),
    ...(description !== '' && { description }),
    ...(priority !== '' && { priority: { name: priority } }),
    ...(assignee !== '' && { assignee: personOf(assignee, jira) }),
  }
}

const bodyOf: Say = (args) => ({ body: args.text('text') })
const peopleOf: Say = (args) => ({
  ...(args.text('email') !== '' && { emailAddress: args.text('email') }),
  ...(args.text('displayName') !== '' && { displayName: args.text('displayName') }),
})

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** The author's query goes first; Jira Cloud searches nothing without one. */
function jqlOf(args: ServiceArgs): string {
  const [jql, project] = [args.text('jql'), args.text('projectKey')]
  if (jql !== '') return jql
  if (project !== '') return `project = ${quoted(project)} ORDER BY created DESC`
  throw new RunnelError('invalid_input', 'Say what to find: call the tool again with "jql" or "projectKey".')
}

const doings: Record<string, ServiceDoing> = {
  listIssues: {
    request(args, component) {
      const { api, isCloud } = readJira(component)
      const query = { jql: jqlOf(args), maxResults: args.number('maxResults') ?? '', fields: TOLD }
      // The cloud has another address for the same.
      return { url: `${api}/search${isCloud ? '/jql' : ''}`, query }
    },
  },
  createIssue: at('POST', () => '/issue', {
    write: (args, jira) => ({
      fields: {
        project: { key: args.text('projectKey') },
        issuetype: { name: args.text('issueType') },
        ...fieldsOf(args, jira),
      },
    }),
  }),
  getIssue: at('GET', issue),
  updateIssue: at('PUT', issue, { write: (args, jira) => ({ fields: fieldsOf(args, jira) }) }),
  deleteIssue: at('DELETE', issue),
  assignIssue: at('PUT', (args) => `${issue(args)}/assignee`, {
    write: (args, jira) => personOf(args.text('assigneeAccountId'), jira),
  }),
  transitionIssue: at('POST', (args) => `${issue(args)}/transitions`, {
    write: (args) => ({ transition: { id: args.text('transitionId') } }),
  }),
  listComments: at('GET', (args) => `${issue(args)}/comment`),
  createComment: at('POST', (args) => `${issue(args)}/comment`, { write: bodyOf }),
  getComment: at('GET', comment),
  updateComment: at('PUT', comment, { write: bodyOf }),
  deleteComment: at('DELETE', comment),
  searchUsers: at('GET', () => '/user/search', {
    query: (args, { isCloud }) => ({
      [isCloud ? 'query' : 'username']: args.text('query'),
      maxResults: args.number('maxResults') ?? '',
    }),
  }),
  getUser: at('GET', () => '/user', { query: userOf }),
  createUser: at('POST', () => '/user', {
    write: (args, jira) => ({
      ...peopleOf(args, jira),
      ...(jira.isCloud ? { products: [] } : { name: args.text('email') }),
    }),
  }),
  updateUser: at('PUT', () => '/user', { query: userOf, write: peopleOf }),
  deleteUser: at('DELETE', () => '/user', { query: userOf }),
}

/** A token alone, or the name and token of an account. */
const authorise: Authorise = ({ bearerToken = '', username = '', accessToken = '' }, request) => {
  if (bearerToken.trim() !== '') return authoriseRequest({ token: bearerToken })
  if (username.trim() !== '' && accessToken.trim() !== '') {
    return authoriseRequest({
      basicAuthUsername: username.trim(),
      basicAuthPassword: accessToken.trim(),
    })
  }
  throw new RunnelError(
    'missing_credential',
    `The credential for ${new URL(request.url).host} has no token, or no user name. Write them there.`,
  )
}

/** The tools of Jira. */
export const jiraToolset = serviceToolset(jiraForm, { label: 'Jira', doings, authorise })
