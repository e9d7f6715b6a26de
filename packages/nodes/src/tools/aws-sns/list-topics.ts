import type { JsonValue } from '@runnel/contract'
import { type LoadOptions, listAt, textAt } from '@runnel/node-kit'
import { readSnsAddress, snsForm } from './sns-address.ts'

/** SNS gives 100 topics at a time. */
const MOST_PAGES = 10

/** The topics that the keys of the node may see in its region; any other can be typed in. */
export const listTopics: LoadOptions = async ({ values, credential, fetch, signal }) => {
  if (!credential) return []
  const { url, sign } = readSnsAddress(values)
  const topics: string[] = []
  let next = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = `${url}?${snsForm('ListTopics', next === '' ? {} : { NextToken: next })}`
    const request = { url: asked, method: 'GET', headers: {}, leavesAt: Date.now() }
    const { headers = {} } = await sign(credential, request)
    const response = await fetch(asked, { headers, signal })
    if (!response.ok) throw new Error(`AWS SNS answered with status ${response.status}.`)
    const answer = (await response.json()) as JsonValue
    const place = ['ListTopicsResponse', 'ListTopicsResult'] as const
    topics.push(...listAt(answer, ...place, 'Topics').map((topic) => textAt(topic, 'TopicArn')))
    next = textAt(answer, ...place, 'NextToken')
    if (next === '') break
  }
  return topics.map((name) => ({ name, label: name.slice(name.lastIndexOf(':') + 1), description: name }))
}
