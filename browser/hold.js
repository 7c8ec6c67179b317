// Keeps a held document until it is loaded: Chromium stops parsing it as soon as a
// script asks for another one, whatever becomes of that. Then it asks again, and
// judgeDocument answers. Not kept is a document that loads itself anew or posts a
// form. Runs in our isolated world.
if (self === top) {
  const bare = (url) => url.split("#", 1)[0];
  const wanted = [];
  const keep = (e) => {
    const stays = e.destination.sameDocument || e.downloadRequest !== null || bare(e.destination.url) === bare(location.href);
    if (document.readyState === "complete" || !e.cancelable || stays || e.formData) return;
    e.preventDefault();
    wanted.push(e.destination.url);
  };
  navigation.addEventListener("navigate", keep);
  addEventListener("load", () => {
    navigation.removeEventListener("navigate", keep);
    for (const url of wanted) location.assign(url);
  }, { once: true });
}
