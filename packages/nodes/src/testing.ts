export { type StoreServerFake, startStoreServer } from './vector-stores/start-store-server.fixture.ts'
