import type { NodeType } from '@runnel/node-kit'
import { bufferMemory } from './buffer-memory/definition.ts'
import { bufferWindowMemory } from './buffer-window-memory/definition.ts'
import { conversationSummaryBufferMemory } from './conversation-summary-buffer-memory/definition.ts'
import { conversationSummaryMemory } from './conversation-summary-memory/definition.ts'
import { dynamoDBChatMemory } from './dynamo-db-chat-memory/definition.ts'
import { mem0 } from './mem0/definition.ts'
import { mongoDBAtlasChatMemory } from './mongo-db-atlas-chat-memory/definition.ts'
import { redisBackedChatMemory } from './redis-backed-chat-memory/definition.ts'
import { upstashRedisBackedChatMemory } from './upstash-redis-backed-chat-memory/definition.ts'
import { ZepMemory } from './zep-memory/definition.ts'
import { ZepMemoryCloud } from './zep-memory-cloud/definition.ts'

/** Memories of chat flows, in the order in which menus show them. */
export const memories: readonly NodeType[] = [
  bufferMemory,
  bufferWindowMemory,
  conversationSummaryMemory,
  conversationSummaryBufferMemory,
  upstashRedisBackedChatMemory,
  ZepMemory,
  ZepMemoryCloud,
  mem0,
  redisBackedChatMemory,
  mongoDBAtlasChatMemory,
  dynamoDBChatMemory,
]
