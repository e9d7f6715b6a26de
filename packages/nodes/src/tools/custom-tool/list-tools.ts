import type { LoadOptions } from '@runnel/node-kit'

/** The custom tools of the workspace that the caller may see, by name. */
export const listTools: LoadOptions = async ({ listCustomTools }) => {
  const tools = (await listCustomTools?.()) ?? []
  return tools.map(({ id, name, description }) => ({ name: id, label: name, description }))
}
