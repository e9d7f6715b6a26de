import type { LoadOptions } from '@runnel/node-kit'

/** The servers in the list of the workspace that the caller may see, by name; one that was not asked yet says so. */
export const listServers: LoadOptions = async ({ listMcpServers }) => {
  const servers = (await listMcpServers?.()) ?? []
  return servers.map(({ id, name, serverUrl, status }) => {
    const { host } = new URL(serverUrl)
    return { name: id, label: name, description: status === 'AUTHORIZED' ? host : `${host} (not connected)` }
  })
}
