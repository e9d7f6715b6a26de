export { type CacheCase, outsideCaches } from './cache/outside-caches.fixture.ts'
export type { LoaderCase } from './document-loaders/loader-case.fixture.ts'
export { loaderCases } from './document-loaders/loader-cases.fixture.ts'
export {
  type Neo4jServerFake,
  startNeo4jServer,
  TEA_LOGIN,
  TEA_STATEMENT,
} from './graphs/neo4j/fake-neo4j.fixture.ts'
export { type McpCase, mcpCases, mcpPrograms } from './mcp/mcp-cases.fixture.ts'
export { outsideCases as outsideMemories } from './memory/outside-cases.fixture.ts'
export type { AskedServer, OutsideCase as OutsideMemory } from './memory/outside-memories.fixture.ts'
export { type NodePartCase, OWN_MODEL } from './part-case.fixture.ts'
export { nodePartCases } from './part-cases.fixture.ts'
export type { ToolCase } from './tools/tool-case.fixture.ts'
export { toolCases } from './tools/tool-cases.fixture.ts'
export { asRequest } from './vector-stores/as-request.fixture.ts'
export { type StoreServerFake, startStoreServer } from './vector-stores/start-store-server.fixture.ts'
export type { StoreCase } from './vector-stores/store-case.fixture.ts'
export { storeCases } from './vector-stores/store-cases.fixture.ts'
