/* The script of the API reference. */

// Lets long names break between their words on a phone, such as after "PlantStore".
addEventListener("DOMContentLoaded", () => {
  const places = ".tsd-page-title, .tsd-breadcrumb, .tsd-hierarchy, .tsd-member-summary-name";
  for (const place of document.querySelectorAll(places)) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const end = text.data.search(/(?<=[a-z])[A-Z]/);
      if (end === -1) continue;
      text.splitText(end); // The walker visits the rest next.
      text.after(document.createElement("wbr"));
    }
  }
});

// What TypeDoc's theme leaves to do for readers with a keyboard or a screen reader.
addEventListener("DOMContentLoaded", () => {
  const content = document.querySelector(".col-content");
  content.setAttribute("role", "main");

  // No level of headings is left out.
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    level = Math.min(Number(heading.tagName[1]), level + 1);
    heading.setAttribute("role", "heading");
    heading.setAttribute("aria-level", level);
  }

  // A table that scrolls can be reached.
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const table of content.querySelectorAll("table, pre")) watcher.observe(table);

  // What opens and closes a section contains no link.
  const moveLinks = () => {
    for (const link of document.querySelectorAll("summary a")) {
      const summary = link.closest("summary");
      if (link.matches(".tsd-anchor-icon")) link.remove();
      else {
        link.replaceWith(link.textContent);
        summary.after(Object.assign(link, { textContent: "Overview", className: "site-overview" }));
      }
    }
  };
  moveLinks();
  const menu = document.querySelector("#tsd-nav-container");
  if (menu) new MutationObserver(moveLinks).observe(menu, { childList: true });
});

// Opens the guides in the menu, until the reader closes them.
for (const group of ["Find an answer", "Use the client", "Test with the mock", "Project"]) {
  localStorage[`tsd-accordion-${group}`] ??= "true";
}
