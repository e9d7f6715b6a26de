import type { JsonObject } from '@runnel/contract'
import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { jsonReply, type ToolCase } from '../tool-case.fixture.ts'
import { jiraToolCase } from './jira-tool.case.fixture.ts'

const onServer: ToolCase = {
  ...jiraToolCase,
  values: { ...jiraToolCase.values, jiraHost: 'https://jira.example.com/tracker' },
}

async function sentOn(tool: ToolCase, values: JsonObject, input: JsonObject) {
  const opened = openToolCase(tool, { values, respond: () => jsonReply({}) })
  const { used } = await opened.ask(input)
  const [request] = opened.sent
  return used.error ?? [`${request?.method} ${request?.url.pathname}${request?.url.search}`, request?.body]
}

test('a server of one’s own has the older search, and knows people by their names', async () => {
  expect(await sentOn(onServer, {}, { jql: 'a = b' })).toEqual([
    expect.stringContaining('GET /tracker/rest/api/2/search?jql=a+%3D+b'),
    null,
  ])
  const users = { jiraType: 'users', userActions: '["getUser"]' }
  expect(await sentOn(onServer, users, { accountId: 'ada' })).toEqual([
    'GET /tracker/rest/api/2/user?username=ada',
    null,
  ])
  const assign = { issueActions: '["assignIssue"]' }
  expect(await sentOn(onServer, assign, { issueKey: 'TEA-1', assigneeAccountId: 'ada' })).toEqual([
    'PUT /tracker/rest/api/2/issue/TEA-1/assignee',
    { name: 'ada' },
  ])
})

test('a host that only ends like the cloud is a server of its own', async () => {
  const [sent] = (await sentOn(
    jiraToolCase,
    { jiraHost: 'https://evilatlassian.net' },
    { jql: 'a' },
  )) as string[]
  expect(sent).toContain('/rest/api/2/search?')
})

test('an account of the cloud is let in by its name and token', async () => {
  const credential = { username: 'ada@example.com', accessToken: 'secret-token' }
  const opened = openToolCase({ ...jiraToolCase, credential }, { respond: () => jsonReply({}) })
  await opened.ask()
  const pair = Buffer.from('ada@example.com:secret-token').toString('base64')
  expect(opened.sent[0]?.headers.authorization).toBe(`Basic ${pair}`)
})

test.each([
  [{}, { username: 'ada' }, 'has no token, or no user name'],
  [{ jiraHost: 'tea' }, jiraToolCase.credential, 'has no address of Jira'],
  [{ jiraHost: 'ftp://tea.example' }, jiraToolCase.credential, 'has no address of Jira'],
])('what is missing is told before anybody is called: %j', async (values, credential, says) => {
  const tool = { ...jiraToolCase, ...(credential && { credential }) }
  const opened = openToolCase(tool, { values })
  expect((await opened.ask()).used.error).toContain(says)
  expect(opened.sent).toEqual([])
})
