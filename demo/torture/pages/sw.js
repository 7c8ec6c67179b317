addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  if (path === "/sw") event.respondWith(new Response("<title>altered</title>", { headers: { "content-type": "text/html" } }));
  if (path === "/sw-hang") event.respondWith(new Promise(() => {}));
});
