import { isJsonObject, type JsonValue } from '@runnel/contract'
import { type CallContext, type Component, readSwitch } from '@runnel/node-kit'
import { askNeo4j } from './ask-neo4j.ts'

const MOST_PROPERTIES = 2000
const MOST_SAMPLED = 20
const SAMPLES = 3
const LONGEST_SAMPLE = 300
const LONGEST_PART = 15_000
const PLAIN_NAME = /^[A-Za-z_]\w*$/

const OF_NODES = `CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName, propertyTypes RETURN nodeLabels, propertyName, propertyTypes LIMIT ${MOST_PROPERTIES}`
const OF_RELATIONSHIPS = `CALL db.schema.relTypeProperties() YIELD relType, propertyName, propertyTypes RETURN relType, propertyName, propertyTypes LIMIT ${MOST_PROPERTIES}`
const PATTERNS =
  'CALL db.schema.visualization() YIELD nodes, relationships RETURN nodes, relationships LIMIT 1'

/** What the model is told of a graph: properties of nodes and relationships, what leads where, and perhaps some nodes. */
export async function describeSchema(component: Component, call: CallContext): Promise<string> {
  const ask = async (statement: string) => (await askNeo4j(component, call, statement)).rows
  const nodes = groupProperties(await ask(OF_NODES), nameOfLabels)
  const relationships = groupProperties(await ask(OF_RELATIONSHIPS), nameOfType)
  const patterns = (await ask(PATTERNS)).flatMap(readPatterns)
  const samples = readSwitch(component.values, 'enhancedSchema')
    ? await sampleNodes([...nodes.keys()], ask)
    : []
  return [
    describePart('Nodes and their properties:', [...nodes].map(describeProperties)),
    describePart('Relationships and their properties:', [...relationships].map(describeProperties)),
    describePart('What leads where:', patterns),
    describePart('Some nodes:', samples),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A heading, and as many lines as a model is told of. */
function describePart(heading: string, lines: string[]): string {
  if (lines.length === 0) return ''
  let length = 0
  const shown = lines.filter((line) => {
    length += line.length + 1
    return length <= LONGEST_PART
  })
  return [heading, ...shown, ...(shown.length < lines.length ? ['(there are more)'] : [])].join('\n')
}

/** Properties by what has them. */
function groupProperties(
  rows: JsonValue[][],
  nameOf: (value: JsonValue | undefined) => string,
): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [owner, property, types] of rows) {
    const name = nameOf(owner)
    const properties = groups.get(name) ?? []
    if (typeof property === 'string') properties.push(`${quote(property)}: ${listTexts(types).join(' or ')}`)
    groups.set(name, properties)
  }
  return groups
}

function describeProperties([name, properties]: [string, string[]]): string {
  return `${name} {${properties.join(', ')}}`
}

function nameOfLabels(labels: JsonValue | undefined): string {
  return listTexts(labels)
    .map((label) => `:${quote(label)}`)
    .join('')
}

/** The type of relationships, which Neo4j gives as `` :`TYPE` ``. */
function nameOfType(type: JsonValue | undefined): string {
  const [, name] = /^:`(.*)`$/s.exec(String(type)) ?? []
  return `:${quote(name?.replaceAll('``', '`') ?? String(type))}`
}

/** Each type of relationship between the labels that it connects. */
function readPatterns([nodes, relationships]: JsonValue[]): string[] {
  const labels = new Map(
    listObjects(nodes).map((node) => [String(node.elementId), nameOfLabels(node.labels)] as const),
  )
  const lines = listObjects(relationships).map(({ startNodeElementId, endNodeElementId, type }) => {
    const from = labels.get(String(startNodeElementId)) ?? ''
    const to = labels.get(String(endNodeElementId)) ?? ''
    return `(${from})-[:${quote(String(type))}]->(${to})`
  })
  return [...new Set(lines)]
}

async function sampleNodes(
  labels: string[],
  ask: (statement: string) => Promise<JsonValue[][]>,
): Promise<string[]> {
  const lines: string[] = []
  for (const label of labels.slice(0, MOST_SAMPLED)) {
    const rows = await ask(`MATCH (n${label}) RETURN n LIMIT ${SAMPLES}`)
    const nodes = listObjects(rows.map(([node = null]) => node))
    for (const { properties = null } of nodes)
      lines.push(`(${label}) ${JSON.stringify(properties).slice(0, LONGEST_SAMPLE)}`)
  }
  return lines
}

function listObjects(value: JsonValue | undefined) {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function listTexts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** A name as Cypher wants it where it is no plain word. */
function quote(name: string): string {
  return PLAIN_NAME.test(name) ? name : `\`${name.replaceAll('`', '``')}\``
}
