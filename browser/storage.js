// Reads the storage of the document's origin, or with an argument fills it. Values of
// IndexedDB that JSON cannot hold are written as Playwright's storage state has them;
// those that no text can hold (keys that cannot be exported, files) are counted.
async (origin) => {
  const list = (storage) => Object.keys(storage).map((name) => ({ name, value: storage.getItem(name) }));
  const fill = (storage, entries) => { for (const { name, value } of entries ?? []) storage.setItem(name, value); };
  const open = (name) => { try { return window[name]; } catch { return null; } }; // denied to opaque origins
  const local = open("localStorage"), session = open("sessionStorage");
  if (!local || !session) return null;

  const arrays = {
    i8: Int8Array, ui8: Uint8Array, ui8c: Uint8ClampedArray, i16: Int16Array, ui16: Uint16Array, i32: Int32Array,
    ui32: Uint32Array, f32: Float32Array, f64: Float64Array, bi64: BigInt64Array, bui64: BigUint64Array,
  };
  const toText = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  const toBytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const plain = (v) => typeof v === "object" && v !== null && Object.getPrototypeOf(v)?.constructor?.name === "Object";

  // trivial reports that JSON holds the value as it is.
  const trivial = (v, above = []) =>
    v === null || typeof v === "string" || typeof v === "boolean" || (Number.isFinite(v) && !Object.is(v, -0)) ||
    ((Array.isArray(v) || plain(v)) && !above.includes(v) && Object.values(v).every((inner) => trivial(inner, [...above, v])));

  const encode = (v, seen) => {
    if (v === undefined) return { v: "undefined" };
    if (v === null) return { v: "null" };
    if (typeof v === "string" || typeof v === "boolean") return v;
    if (typeof v === "bigint") return { bi: String(v) };
    if (typeof v === "number") {
      return Number.isFinite(v) && !Object.is(v, -0) ? v : { v: Object.is(v, -0) ? "-0" : String(v) };
    }
    if (v instanceof Date) return { d: v.toJSON() };
    if (v instanceof RegExp) return { r: { p: v.source, f: v.flags } };
    if (v instanceof Error) return { e: { n: v.name, m: v.message, s: v.stack ?? "" } };
    if (v instanceof ArrayBuffer) return { ab: { b: toText(new Uint8Array(v)) } };
    for (const [k, type] of Object.entries(arrays)) {
      if (v instanceof type) return { ta: { b: toText(new Uint8Array(v.buffer, v.byteOffset, v.byteLength)), k } };
    }
    if (seen.has(v)) return { ref: seen.get(v) };
    const id = seen.size + 1;
    seen.set(v, id);
    if (Array.isArray(v)) return { a: Array.from(v, (inner) => encode(inner, seen)), id };
    if (v instanceof Map) return { map: Array.from(v, ([k, inner]) => [encode(k, seen), encode(inner, seen)]), id };
    if (v instanceof Set) return { set: Array.from(v, (inner) => encode(inner, seen)), id };
    if (plain(v)) return { o: Object.entries(v).map(([k, inner]) => ({ k, v: encode(inner, seen) })), id };
    throw new TypeError("no text holds a " + v.constructor?.name);
  };

  const decode = (v, seen) => {
    if (typeof v !== "object" || v === null) return v;
    const keep = (made) => { seen.set(v.id, made); return made; };
    if ("ref" in v) return seen.get(v.ref);
    if ("v" in v) return { undefined: undefined, null: null, NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity, "-0": -0 }[v.v];
    if ("d" in v) return new Date(v.d);
    if ("bi" in v) return BigInt(v.bi);
    if ("r" in v) return new RegExp(v.r.p, v.r.f);
    if ("e" in v) return Object.assign(new Error(v.e.m), { name: v.e.n, stack: v.e.s });
    if ("ab" in v) return toBytes(v.ab.b).buffer;
    if ("ta" in v) return new arrays[v.ta.k](toBytes(v.ta.b).buffer);
    if ("a" in v) { const made = keep([]); v.a.forEach((inner) => made.push(decode(inner, seen))); return made; }
    if ("map" in v) { const made = keep(new Map()); v.map.forEach(([k, inner]) => made.set(decode(k, seen), decode(inner, seen))); return made; }
    if ("set" in v) { const made = keep(new Set()); v.set.forEach((inner) => made.add(decode(inner, seen))); return made; }
    const made = keep({});
    for (const { k, v: inner } of v.o ?? []) made[k] = decode(inner, seen);
    return made;
  };

  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("the database is in use"));
  });
  const put = (record, name, v) => {
    if (v === undefined) return;
    if (trivial(v)) record[name] = v;
    else record[name + "Encoded"] = encode(v, new Map());
  };
  const get = (record, name) => (name + "Encoded" in record ? decode(record[name + "Encoded"], new Map()) : record[name]);
  const paths = (x) => (Array.isArray(x.keyPath) ? { keyPathArray: [...x.keyPath] } : x.keyPath === null ? {} : { keyPath: x.keyPath });
  const keyPath = (x) => x.keyPathArray ?? x.keyPath ?? null;

  let unsaved = 0;
  const readStore = async (db, name) => {
    const store = db.transaction(name).objectStore(name);
    const made = { name, autoIncrement: store.autoIncrement, ...paths(store), records: [], indexes: [] };
    for (const index of Array.from(store.indexNames, (n) => store.index(n))) {
      made.indexes.push({ name: index.name, multiEntry: index.multiEntry, unique: index.unique, ...paths(index) });
    }
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    keys.forEach((key, i) => {
      const record = {};
      try {
        if (store.keyPath === null) put(record, "key", key);
        put(record, "value", values[i]);
        made.records.push(record);
      } catch { unsaved++; }
    });
    return made;
  };
  const readDatabase = async ({ name, version }) => {
    const db = await done(indexedDB.open(name));
    try {
      return { name, version, stores: await Promise.all(Array.from(db.objectStoreNames, (n) => readStore(db, n))) };
    } finally { db.close(); }
  };
  // A database of the same version is filled in place: pages may have it open.
  const fillDatabase = async ({ name, version, stores }) => {
    const present = (await indexedDB.databases()).find((d) => d.name === name);
    if (present && present.version !== version) await done(indexedDB.deleteDatabase(name));
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
      for (const s of stores) {
        const store = opening.result.createObjectStore(s.name, { autoIncrement: s.autoIncrement, keyPath: keyPath(s) });
        for (const x of s.indexes) store.createIndex(x.name, keyPath(x), { unique: x.unique, multiEntry: x.multiEntry });
      }
    };
    const db = await done(opening);
    try {
      for (const s of stores.filter((s) => db.objectStoreNames.contains(s.name))) {
        const store = db.transaction(s.name, "readwrite").objectStore(s.name);
        await done(store.clear());
        await Promise.all(s.records.map((r) => done(keyPath(s) === null ? store.put(get(r, "value"), get(r, "key")) : store.put(get(r, "value")))));
      }
    } finally { db.close(); }
  };

  if (origin) {
    fill(local, origin.localStorage);
    fill(session, origin.sessionStorage);
    for (const database of origin.indexedDB ?? []) await fillDatabase(database);
    return null;
  }
  const databases = [];
  for (const database of (await globalThis.indexedDB?.databases()) ?? []) databases.push(await readDatabase(database));
  return { origin: location.origin, localStorage: list(local), sessionStorage: list(session), indexedDB: databases, unsaved };
}
