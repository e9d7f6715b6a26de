/** A compiled module; made by `compileWasm` alone. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string
}

/** A memory that cannot grow above its maximum; sizes in pages of 64 KiB. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
}

interface WebAssemblyPlatform {
  compile(bytes: Uint8Array): Promise<WasmModule>
  Memory: new (descriptor: { initial: number; maximum: number }) => WasmMemory
}

/** The platform's WebAssembly, which Node has and whose types only the DOM library declares. */
export const webAssembly: WebAssemblyPlatform = Reflect.get(globalThis, 'WebAssembly')
