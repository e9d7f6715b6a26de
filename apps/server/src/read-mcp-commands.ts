import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { ToolCommand } from '@runnel/drivers'
import { z } from 'zod'

const path = z.string().refine(isAbsolute, 'must be an absolute path')

const commandsSchema = z.record(
  z.string().regex(/^[\w.-]{1,100}$/, 'must be a name of letters, digits, ".", "_" and "-"'),
  z.strictObject({
    command: path,
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).default({}),
    cwd: path,
    workspaces: z.array(z.string()).optional(),
  }),
)

/**
 * The programs that flows may use as MCP servers, by name, out of a JSON file of the operator's; else what is wrong with
 * that file, without what it holds.
 */
export function readMcpCommands(file: string): Record<string, ToolCommand> | string {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return error instanceof SyntaxError ? 'must be a file of JSON' : 'must be a file that can be read'
  }
  const { data, error } = commandsSchema.safeParse(content)
  if (data) return data
  const [issue] = error.issues
  const reason = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message
  return `must be a list of programs by name; ${issue?.path.join('.')}: ${reason}`
}
