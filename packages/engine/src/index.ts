export * from './engine-ports.ts'
export * from './run-flow.ts'
export * from './step-order.ts'
