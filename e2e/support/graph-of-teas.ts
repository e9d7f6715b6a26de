/** The statement that the graph knows. */
export const TEAS_OF_UJI = "MATCH (t:Tea)-[:GROWS_IN]->(:Place {name: 'Uji'}) RETURN t.name AS tea"

const node = (elementId: string, label: string) => ({ elementId, labels: [label], properties: {} })
const growsIn = {
  elementId: '5',
  startNodeElementId: '1',
  endNodeElementId: '2',
  type: 'GROWS_IN',
  properties: {},
}

/** What is answered, by how a statement begins. */
const ANSWERS: [begins: string, fields: string[], values: unknown[][]][] = [
  [
    'CALL db.schema.nodeTypeProperties()',
    ['nodeLabels', 'propertyName', 'propertyTypes'],
    [
      [['Tea'], 'name', ['String']],
      [['Place'], 'name', ['String']],
    ],
  ],
  ['CALL db.schema.relTypeProperties()', ['relType', 'propertyName', 'propertyTypes'], []],
  [
    'CALL db.schema.visualization()',
    ['nodes', 'relationships'],
    [[[node('1', 'Tea'), node('2', 'Place')], [growsIn]]],
  ],
  [TEAS_OF_UJI, ['tea'], [['Gyokuro'], ['Matcha']]],
]

/** Answers as the Query API of a Neo4j does, about teas and where they grow. */
export function answerGraph(body: unknown): object {
  const { statement = '' } = body as { statement?: string }
  const [, fields, values] = ANSWERS.find(([begins]) => statement.startsWith(begins)) ?? []
  if (fields) return { data: { fields, values } }
  return { errors: [{ code: 'Neo.ClientError.Statement.SyntaxError', message: `Unknown: ${statement}` }] }
}
