import type { ToolCommand } from '@runnel/drivers'
import { z } from 'zod'
import { absolutePath, allowedWorkspaces, readOperatorList } from './read-operator-list.ts'

const command = z.strictObject({
  command: absolutePath,
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: absolutePath,
  workspaces: allowedWorkspaces,
})

/** The programs that flows may use as MCP servers, by name, out of a JSON file of the operator's; else what is wrong with it. */
export function readMcpCommands(file: string): Record<string, ToolCommand> | string {
  return readOperatorList<ToolCommand>(file, command, 'programs')
}
