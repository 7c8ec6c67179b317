// Resolves when the document changes, after a quarter of a second at the latest.
() => new Promise((resolve) => {
  const done = () => {
    observer.disconnect();
    clearTimeout(timer);
    resolve(true);
  };
  const observer = new MutationObserver(done);
  const timer = setTimeout(done, 250);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})
