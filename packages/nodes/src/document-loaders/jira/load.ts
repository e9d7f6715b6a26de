import type { JsonObject } from '@runnel/contract'
import {
  authoriseRequest,
  type Component,
  type Document,
  listAt,
  readNumber,
  readText,
  textAt,
} from '@runnel/node-kit'
import { type LoaderRequest, loadFromServer, readAddress, readNeeded } from '../server-loader.ts'

const EXAMPLE = 'https://example.atlassian.net'
/** Of these hosts the search has another address, and tells pages by a token. */
const CLOUD = ['.atlassian.net', '.jira-dev.com']
const FIELDS = 'summary,description,status,issuetype,priority,assignee,created,updated'
/** What is told of an issue, and where it stands. */
const FACTS: [label: string, ...path: string[]][] = [
  ['Type', 'issuetype', 'name'],
  ['Status', 'status', 'name'],
  ['Priority', 'priority', 'name'],
  ['Assignee', 'assignee', 'displayName'],
  ['Created', 'created'],
  ['Updated', 'updated'],
]

/** The issues of a project, a document for each. */
export const loadIssues = loadFromServer({
  label: 'Jira',
  authorise: ({ username = '', accessToken = '' }) =>
    authoriseRequest({ basicAuthUsername: username.trim(), basicAuthPassword: accessToken.trim() }),
  first: (component) => ask(component, {}),
  read(answer, { component, request }) {
    const issues = listAt(answer, 'issues')
    const host = readAddress(component, 'host', EXAMPLE).origin
    const documents = issues.map((issue) => describeIssue(issue, host))
    const token = textAt(answer, 'nextPageToken')
    if (token !== '') return { documents, next: ask(component, { nextPageToken: token }) }
    const start = Number(request.query?.startAt ?? 0) + issues.length
    const isMore = issues.length > 0 && start < Number(textAt(answer, 'total') || 0)
    return { documents, next: isMore ? ask(component, { startAt: start }) : undefined }
  },
})

function ask(component: Component, place: JsonObject): LoaderRequest {
  const { values } = component
  const url = readAddress(component, 'host', EXAMPLE)
  const isCloud = CLOUD.some((host) => url.hostname.endsWith(host))
  const after = readText(values, 'createdAfter').trim()
  const project = `project = ${quoted(readNeeded(component, 'projectKey', 'project key'))}`
  const jql = `${project}${after === '' ? '' : ` AND created >= ${quoted(after)}`} ORDER BY created ASC`
  const maxResults = Math.min(100, Math.max(1, readNumber(values, 'limitPerRequest') ?? 100))
  return {
    url: `${url.origin}${url.pathname.replace(/\/$/, '')}/rest/api/2/search${isCloud ? '/jql' : ''}`,
    query: { jql, maxResults, fields: FIELDS, ...place },
  }
}

function describeIssue(issue: JsonObject, host: string): Document {
  const key = textAt(issue, 'key')
  const facts = FACTS.map(([label, ...path]) => [label, textAt(issue, 'fields', ...path)] as const)
  const known = facts.filter(([, value]) => value !== '')
  const lines = known.map(([label, value]) => `${label}: ${value}`)
  const description = textAt(issue, 'fields', 'description')
  return {
    pageContent: [`${key}: ${textAt(issue, 'fields', 'summary')}`, ...lines, '', description]
      .join('\n')
      .trim(),
    metadata: {
      source: `${host}/browse/${key}`,
      key,
      ...Object.fromEntries(known.map(([label, value]) => [label.toLowerCase(), value])),
    },
  }
}

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
