import type { JsonObject } from '@runnel/contract'
import agentCondition from './__fixtures__/agent-condition.json' with { type: 'json' }
import agentIteration from './__fixtures__/agent-iteration.json' with { type: 'json' }
import chatChain from './__fixtures__/chat-chain-of-two.json' with { type: 'json' }
import oldToolAgent from './__fixtures__/old-tool-agent.json' with { type: 'json' }

/** Flows in the reference's form, written by hand in the shapes that people published. */
export const WIRE_FIXTURES: Record<
  'agentCondition' | 'agentIteration' | 'chatChain' | 'oldToolAgent',
  JsonObject
> = {
  agentCondition,
  agentIteration,
  chatChain,
  oldToolAgent,
}
