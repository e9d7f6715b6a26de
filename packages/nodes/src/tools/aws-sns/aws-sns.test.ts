import { expect, test } from 'vitest'
import { faultOfSignature } from '../fake-aws.fixture.ts'
import { openToolCase } from '../play-tool.fixture.ts'
import { awsSNSCase, snsAccount } from './aws-sns.case.fixture.ts'
import { listTopics } from './list-topics.ts'

const { awsKey, awsSecret, region } = snsAccount

/** Lists topics of a server that gives them in pages. */
async function list(pages: string[][], credential?: Record<string, string>) {
  const asked: string[] = []
  const topics = await listTopics({
    values: { region },
    catalogue: [],
    previousNodes: [],
    signal: AbortSignal.timeout(5000),
    ...(credential && { credential }),
    fetch: async (address, { headers = {} } = {}) => {
      const url = new URL(address)
      asked.push(url.host)
      const sent = { method: 'GET', url, headers, body: null, text: '', leftAt: Date.now() }
      if (faultOfSignature(sent, snsAccount, Date.now())) return Response.json({}, { status: 403 })
      const page = Number(url.searchParams.get('NextToken') ?? 0)
      const Topics = (pages[page] ?? []).map((name) => ({ TopicArn: `arn:aws:sns:${region}:1:${name}` }))
      const more = page + 1 < pages.length ? { NextToken: String(page + 1) } : {}
      const result = { ListTopicsResponse: { ListTopicsResult: { Topics, ...more } } }
      return Response.json(result)
    },
  })
  return { asked, topics }
}

test('the topics of a region are listed, page by page', async () => {
  const { asked, topics } = await list([['news', 'alarms'], ['rest']], { awsKey, awsSecret })
  expect(topics.map(({ label }) => label)).toEqual(['news', 'alarms', 'rest'])
  expect(topics[0]?.name).toBe(`arn:aws:sns:${region}:1:news`)
  expect(asked).toEqual(['sns.eu-central-1.amazonaws.com', 'sns.eu-central-1.amazonaws.com'])
})

test('topics are asked for with keys only, and a refusal is a fault', async () => {
  expect(await list([['news']])).toEqual({ asked: [], topics: [] })
  await expect(list([['news']], { awsKey, awsSecret: 'another' })).rejects.toThrow('status 403')
})

test.each([
  [{ topicArn: ' ' }, 'has no topic'],
  [{ region: 'evil.example/' }, 'is no region of AWS'],
])('settings that lead nowhere are told before anybody is called: %j', async (values, says) => {
  const opened = openToolCase(awsSNSCase, { values })
  expect((await opened.ask()).used.error).toContain(says)
  expect(opened.sent).toEqual([])
})

test.each([
  [{ awsSecret: '' }, 'no secret access key'],
  [{ awsKey: ' ' }, 'no access key'],
  [{ roleArn: 'arn:aws:iam::1:role/other' }, 'names a role'],
])('keys that do not suffice say what to do: %j', async (fields, says) => {
  const credential = { ...awsSNSCase.credential, ...fields }
  const { used } = await openToolCase({ ...awsSNSCase, credential }).ask()
  expect(used.error).toContain(says)
})
