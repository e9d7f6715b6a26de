import { nodeCatalogue } from '@runnel/nodes'
import { createCatalogue } from '@runnel/operations'
import { providerCatalogue } from '@runnel/providers'
import { expect, test } from 'vitest'

const { definitions, findNode } = createCatalogue(nodeCatalogue, providerCatalogue)
const namesOf = (category: string) =>
  definitions.filter((definition) => definition.category === category).map(({ name }) => name)

test.each(['llmAgentflow', 'agentAgentflow', 'conditionAgentAgentflow', 'humanInputAgentflow'])(
  '%s offers every chat model, and none of the older ones that go on with a text',
  async (type) => {
    const load = await findNode(type)?.load?.listModels?.()
    const signal = new AbortController().signal
    const offered = await load?.({ values: {}, catalogue: definitions, previousNodes: [], fetch, signal })
    expect(offered?.map(({ name }) => name)).toEqual(namesOf('Chat Models'))
    expect(namesOf('LLMs').length).toBeGreaterThanOrEqual(10)
  },
)
