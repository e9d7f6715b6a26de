import type { NodeType } from '@runnel/node-kit'
import { neo4j } from './neo4j/definition.ts'

/** Graph databases that chains ask. */
export const graphs: readonly NodeType[] = [neo4j]
