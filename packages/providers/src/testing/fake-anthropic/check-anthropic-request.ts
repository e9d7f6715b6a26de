import type { FakeAnthropicRequest } from './anthropic-request.ts'
import { readBetas } from './anthropic-request.ts'
import { checkBlocks } from './check-blocks.ts'
import { checkCacheControl } from './check-cache-control.ts'
import { checkLastTurn } from './check-last-turn.ts'
import { checkParameters } from './check-parameters.ts'
import { checkThinking } from './check-thinking.ts'
import { checkThinkingBlocks, type IssuedThinking } from './check-thinking-blocks.ts'
import { checkToolPairs } from './check-tool-pairs.ts'
import { checkTools } from './check-tools.ts'
import { readTurns } from './read-turns.ts'

/**
 * Throws an `AnthropicRefusal` for a call that the vendor's Messages API would refuse. Sources: the vendor's public
 * documentation, the refusals that public issues quote, and the catalogue of `@ai-sdk/anthropic`.
 */
export function checkAnthropicRequest(request: FakeAnthropicRequest, issued: IssuedThinking): void {
  const { body } = request
  checkParameters(body)
  checkThinking(body, readBetas(request))
  checkTools(body)
  const turns = readTurns(body)
  checkCacheControl(body)
  checkBlocks(body, turns)
  checkToolPairs(turns)
  checkThinkingBlocks(body, turns, issued)
  checkLastTurn(body, turns)
}
