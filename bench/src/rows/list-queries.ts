import { API_PREFIX } from '@runnel/contract'

const MINUTE_MS = 60_000
/** Each copy of a run lies a minute before the one before. */
const SPAN_MINUTES = 10_000

/** One way to ask a long list. */
export interface ListQuery {
  name: string
  path: string
}

/** Every filter, search and order of the long lists, at the start, in the middle and at the end. */
export function listQueries(flowId: string): ListQuery[] {
  const daysAgo = (share: number) =>
    new Date(Date.now() - share * SPAN_MINUTES * MINUTE_MS).toISOString().slice(0, 10)
  const middle = `startDate=${daysAgo(0.6)}&endDate=${daysAgo(0.4)}`
  const runs = (name: string, query: string): ListQuery => ({
    name: `runs, ${name}`,
    path: `${API_PREFIX}/executions?view=summary&${query}`,
  })
  const messages = (name: string, query: string): ListQuery => ({
    name: `messages, ${name}`,
    path: `${API_PREFIX}/chatmessage/${flowId}?${query}`,
  })
  return [
    runs('first page', 'page=1&limit=50'),
    runs('page 100', 'page=100&limit=50'),
    runs('page 2,000', 'page=2000&limit=50'),
    runs('200 rows', 'page=1&limit=200'),
    runs('every kind', 'page=1&limit=50&kind=all'),
    runs('by state', 'page=1&limit=50&state=ERROR'),
    runs('by state, page 200', 'page=200&limit=50&state=ERROR'),
    runs('by a state that none has', 'page=1&limit=50&state=TIMEOUT'),
    runs('by flow', `page=1&limit=50&agentflowId=${flowId}`),
    runs('by flow, page 200', `page=200&limit=50&agentflowId=${flowId}`),
    runs('by the name of a flow', 'page=1&limit=50&agentflowName=list%203'),
    runs('by a name that none has', 'page=1&limit=50&agentflowName=nowhere'),
    runs('by session', 'page=1&limit=50&sessionId=session-77'),
    runs('by a session that is not there', 'page=1&limit=50&sessionId=nowhere'),
    runs('by id', 'page=1&limit=50&id=00000001-0000-4000-8000-000000000007'),
    runs('by dates', `page=1&limit=50&${middle}`),
    runs('by state, flow and dates', `page=1&limit=50&state=FINISHED&agentflowId=${flowId}&${middle}`),
    { name: 'runs, whole rows', path: `${API_PREFIX}/executions?page=1&limit=50` },
    messages('first page', 'page=1&limit=50'),
    messages('newest first', 'page=1&limit=50&order=DESC'),
    messages('page 200', 'page=200&limit=50'),
    messages('by session', 'page=1&limit=50&sessionId=session-77'),
    messages('by chat, newest first', 'page=1&limit=50&chatId=session-77&order=DESC'),
    messages('by kind', 'page=1&limit=50&chatType=EXTERNAL'),
    messages('by dates', `page=1&limit=50&${middle}`),
    messages('without pages', ''),
  ]
}
