// Reads the storage of the document's origin, or with an argument fills it.
(origin) => {
  const list = (storage) => Object.keys(storage).map((name) => ({ name, value: storage.getItem(name) }));
  const fill = (storage, entries) => { for (const { name, value } of entries ?? []) storage.setItem(name, value); };
  const open = (name) => { try { return window[name]; } catch { return null; } }; // denied to opaque origins
  const local = open("localStorage"), session = open("sessionStorage");
  if (!local || !session) return null;
  if (origin) {
    fill(local, origin.localStorage);
    fill(session, origin.sessionStorage);
  }
  return { origin: location.origin, localStorage: list(local), sessionStorage: list(session) };
}
