import { errorMessage, type ParamOption, pinChoice, RunnelError, type ServerTool } from '@runnel/contract'
import type { LoadOptions } from '@runnel/node-kit'
import type { McpKind } from './mcp-kind.ts'

const LONGEST_DESCRIPTION = 300

/** The tools of the server to choose from, each as it is now; why a server cannot be asked is told. */
export function listActions({ readServer, authorise }: McpKind, label: string): LoadOptions {
  return async ({ values, listServerTools, fillVariables }) => {
    if (!listServerTools) return []
    const filled = (await fillVariables?.(values)) ?? values
    const target = readServer(filled, label)
    try {
      return (await listServerTools(target, authorise?.(target.server))).map(describeTool)
    } catch (error) {
      throw new RunnelError('invalid_input', `${label}: ${errorMessage(error)}`, { cause: error })
    }
  }
}

function describeTool({ name, description, readsOnly, fingerprint }: ServerTool): ParamOption {
  const words = description.trim().slice(0, LONGEST_DESCRIPTION).toWellFormed()
  return {
    name: pinChoice(name, fingerprint),
    label: readsOnly ? `${name} (reads only)` : name,
    ...(words !== '' && { description: words }),
  }
}
