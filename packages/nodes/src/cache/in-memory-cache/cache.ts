import type { ReplyCache } from '@runnel/node-kit'

/** Keeps replies with the process. */
export const keepInMemory: ReplyCache = {
  find: async (_component, key, { replies }) => replies.find(key),
  keep: async (_component, { key, reply }, { replies }) => replies.keep(key, reply),
}
