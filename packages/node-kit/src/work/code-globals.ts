import type { JsonObject } from '@runnel/contract'
import type { CallContext } from '../call-context.ts'
import { namedVariables } from './named-variables.ts'

/**
 * What every code of an author sees (`engine.md` 2.2): `$input`, the text that it works on; `$flow`, what runs it and for
 * whom; and in `$vars` those of the workspace's variables that the code names.
 */
export function codeGlobals(
  code: string,
  { run, state }: Pick<CallContext, 'run' | 'state'>,
  input: string = run.question ?? '',
): JsonObject {
  return {
    $input: input,
    $vars: namedVariables(code, run.variables),
    $flow: {
      input,
      state,
      chatflowId: run.flowId,
      chatflowid: run.flowId,
      chatId: run.chatId,
      sessionId: run.sessionId,
      apiMessageId: run.messageId,
    },
  }
}
