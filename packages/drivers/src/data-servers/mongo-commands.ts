import { type JsonObject, type MongoQuestion, type MongoVectorOperation, RunnelError } from '@runnel/contract'
import type { Document } from 'bson'

/** As often as it finds, it looks at so many candidates; MongoDB takes 10,000 at most. */
const CANDIDATES = { share: 10, least: 100, most: 10_000 }
/** Codes with which a MongoDB says that something is there already. */
const THERE_ALREADY = [48, 68, 85, 86]

/** The command of a question, in the words of MongoDB. */
export function commandOf({ database, collection, operation }: MongoQuestion): Document {
  return { ...commandIn(collection, operation), $db: database }
}

/** Whether the question only wanted something to be there that is there by now. */
export function isDoneBefore({ operation }: MongoQuestion, code: unknown): boolean {
  return ['makeVectorIndex', 'makeIndex'].includes(operation.type) && THERE_ALREADY.includes(Number(code))
}

function commandIn(collection: string, operation: MongoQuestion['operation']): Document {
  switch (operation.type) {
    case 'ping':
      return { ping: 1 }
    case 'find': {
      const { filter, limit } = operation
      return { find: collection, filter, limit, singleBatch: true }
    }
    case 'update': {
      const { filter, change, upsert } = operation
      return { update: collection, updates: [{ q: filter, u: change, upsert, multi: false }] }
    }
    case 'listIds': {
      const { field, value, after, limit } = operation
      const filter = { [field]: value, _id: { $type: 'string', ...(after !== undefined && { $gt: after }) } }
      return { find: collection, filter, projection: { _id: 1 }, sort: { _id: 1 }, limit, singleBatch: true }
    }
    case 'put':
      return { update: collection, updates: operation.documents.map(replaceWith), ordered: true }
    case 'remove':
      return { delete: collection, deletes: [{ q: { _id: { $in: operation.ids } }, limit: 0 }] }
    default:
      return commandOfIndex(collection, operation)
  }
}

type OfIndex = Exclude<MongoVectorOperation, { type: 'listIds' | 'put' | 'remove' }>

function commandOfIndex(collection: string, operation: OfIndex): Document {
  switch (operation.type) {
    case 'vectorIndex': {
      const pipeline = [{ $listSearchIndexes: { name: operation.name } }]
      return { aggregate: collection, pipeline, cursor: {} }
    }
    case 'makeVectorIndex': {
      const { name, path, dimensions, filters } = operation
      const vector = { type: 'vector', path, numDimensions: dimensions, similarity: 'cosine' }
      const fields = [vector, ...filters.map((filter) => ({ type: 'filter', path: filter }))]
      const index = { name, type: 'vectorSearch', definition: { fields } }
      return { createSearchIndexes: collection, indexes: [index] }
    }
    case 'makeIndex': {
      const { field } = operation
      return { createIndexes: collection, indexes: [{ key: { [field]: 1 }, name: `${field}_1` }] }
    }
    case 'nearest':
      return { aggregate: collection, pipeline: findNearest(operation), cursor: {} }
  }
}

/** What stands in the document is taken as it is, whatever its keys are called. */
function replaceWith(document: JsonObject): Document {
  const { _id: id } = document
  if (typeof id !== 'string') throw new RunnelError('invalid_input', 'A document that is stored has an id.')
  return { q: { _id: id }, u: [{ $replaceWith: { $literal: document } }], upsert: true, multi: false }
}

function findNearest(operation: Extract<MongoVectorOperation, { type: 'nearest' }>): Document[] {
  const { index, path, vector, limit, filter, withVectors } = operation
  const { share, least, most } = CANDIDATES
  const numCandidates = Math.min(most, Math.max(least, limit * share))
  const search = { index, path, queryVector: vector, numCandidates, limit, ...(filter && { filter }) }
  return [
    { $vectorSearch: search },
    { $project: { _id: 0, score: { $meta: 'vectorSearchScore' }, document: '$$ROOT' } },
    ...(withVectors ? [] : [{ $unset: `document.${path}` }]),
  ]
}
