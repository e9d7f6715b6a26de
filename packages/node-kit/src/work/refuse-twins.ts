import { RunnelError } from '@runnel/contract'
import type { Tool } from '../call-requests.ts'

/** The tools, when no two have one name: a model could not tell them apart. @throws RunnelError `invalid_input` */
export function refuseTwins(tools: Tool[], label: string): Tool[] {
  const first = new Map<string, Tool>()
  for (const tool of tools) {
    const other = first.get(tool.name)
    if (other) {
      throw new RunnelError(
        'invalid_input',
        `Two tools of ${label} are called ${tool.name}. Give each a name of its own, or choose only one of them: they are of “${other.component.label}” and “${tool.component.label}”.`,
      )
    }
    first.set(tool.name, tool)
  }
  return tools
}
